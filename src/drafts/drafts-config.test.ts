import { describe, expect, it } from "vitest";
import { checkDraftsConfig, DraftsConfig, rulesOf } from "./drafts-config.ts";
import { defaultRules } from "./gate/rules.ts";

describe("drafts: in planwright.yaml", () => {
  it("says nothing else than the defaults where it says nothing", () => {
    expect(rulesOf(DraftsConfig.parse({}))).toEqual(defaultRules);
  });

  it("joins its own business rules with those of the packs", () => {
    const rule = { tool: "a", required: ["x"], one_of: {}, listed: {} };
    const config = DraftsConfig.parse({ expires_minutes: 1, rules: [rule] });
    expect(rulesOf(config, [{ ...rule, tool: "b" }])).toMatchObject({
      expiryMs: 60_000,
      business: [{ tool: "a" }, { tool: "b" }],
    });
  });

  it.each([
    ["the author alone", {}, []],
    ["a quorum nobody can reach", { quorum: 2 }, ["/drafts/quorum"]],
    ["one that can be reached", { quorum: 2, approvers: ["a"] }, []],
    ["approvers that are one and the same", { quorum: 3, approvers: ["a", "a"] }, ["/drafts/quorum"]],
    ["nobody at all", { self_approval: false }, ["/drafts/quorum"]],
    ["a reminder after the end", { expires_minutes: 2 }, ["/drafts/reminder_minutes"]],
    ["no reminder", { expires_minutes: 2, reminder_minutes: 0 }, []],
  ])("is checked: %s", (_, given, pointers) => {
    const issues = checkDraftsConfig(DraftsConfig.parse(given), "/drafts");
    expect(issues.map(({ pointer }) => pointer)).toEqual(pointers);
  });
});
