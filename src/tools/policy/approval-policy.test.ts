import { describe, expect, it } from "vitest";
import { ApprovalConfig } from "./approval-config.ts";
import { type ApprovalSettings, type ApprovalSubject, decideApproval } from "./approval-policy.ts";

const settings = (config: unknown = {}, more: Partial<ApprovalSettings> = {}): ApprovalSettings => ({
  ...ApprovalConfig.parse(config),
  deny: [],
  internal: new Set(["memory_write"]),
  effectOf: ({ effect }) => effect,
  ...more,
});
const verb = (name: string, effect: ApprovalSubject["verb"]["effect"]) => ({ name, source: "mcp:crm", effect });
const write = verb("crm_update", "destructive");
const agent = { id: "agent.a", level: 1, onPending: "draft" } as const;

describe("the approval policy", () => {
  it.each([
    ["a read is allowed", {}, { verb: verb("crm_get", "read") }, "allow", "read"],
    ["an additive write needs approval", {}, { verb: verb("crm_add", "additive") }, "draft", "approval.default"],
    ["a destructive write needs approval", {}, { verb: write }, "draft", "approval.default"],
    ["a tool of unknown class needs approval", {}, { verb: verb("x", "unknown") }, "draft", "approval.default"],
    ["the default can be wait", { default: "wait" }, { verb: write }, "wait", "approval.default"],
    ["the default can be allow", { default: "allow" }, { verb: write }, "allow", "approval.default"],
    ["an internal write is allowed", {}, { verb: verb("memory_write", "additive") }, "allow", "agents.levels.internal"],
    ["a key with the scope write is trusted", {}, { verb: write, scopes: ["runs", "write"] }, "allow", "scope write"],
    ["the scope admin is not", {}, { verb: write, scopes: ["admin"] }, "draft", "approval.default"],
  ] as const)("%s", (_, config, subject, ruling, rule) => {
    expect(decideApproval(settings(config), subject)).toMatchObject({ ruling, rule });
  });

  it.each([
    ["tools", { tools: ["crm_*"] }, { verb: write }, { verb: verb("erp_post", "destructive") }],
    ["toolkits", { toolkits: ["mcp:crm"] }, { verb: write }, { verb: { ...write, source: "code" } }],
    ["effects", { effects: ["destructive"] }, { verb: write }, { verb: verb("crm_add", "additive") }],
    ["tenants", { tenants: ["acme"] }, { verb: write, tenant: "acme" }, { verb: write, tenant: "other" }],
    ["callers", { callers: ["key:orders*"] }, { verb: write, principal: "key:orders#1" }, { verb: write }],
    ["scopes", { scopes: ["tools"] }, { verb: write, scopes: ["tools"] }, { verb: write, scopes: ["runs"] }],
    [
      "agents",
      { agents: ["agent.a"] },
      { verb: write, agent },
      { verb: write, agent: { ...agent, id: "agent.b", aboveLevel: "no" } },
    ],
    [
      "levels",
      { levels: [1] },
      { verb: write, agent },
      { verb: write, agent: { ...agent, level: 0, aboveLevel: "no" } },
    ],
  ])("selects calls by %s", (_, selector, inside, outside) => {
    const config = { rules: [{ ruling: "allow", ...selector }] };
    expect(decideApproval(settings(config), inside)).toMatchObject({ ruling: "allow", rule: "approval.rules[0]" });
    expect(decideApproval(settings(config), outside).rule).not.toBe("approval.rules[0]");
  });

  it("lets a deny win over every other rule, over levels and over the scope write", () => {
    const config = { rules: [{ ruling: "allow" }, { ruling: "deny", tools: ["crm_update"] }] };
    const subject = { verb: write, scopes: ["write"], agent: { ...agent, level: 2 } };
    expect(decideApproval(settings(config), subject)).toMatchObject({ ruling: "deny", rule: "approval.rules[1]" });
    expect(decideApproval(settings({}, { deny: ["crm_*"] }), subject)).toMatchObject({
      ruling: "deny",
      rule: "drafts.deny",
    });
  });

  it("denies reads too, unless the rule names effects", () => {
    const read = { verb: verb("crm_get", "read") };
    expect(decideApproval(settings({ rules: [{ ruling: "deny", tools: ["crm_get"] }] }), read).ruling).toBe("deny");
    expect(decideApproval(settings({ rules: [{ ruling: "draft" }] }), read).ruling).toBe("allow");
  });

  it("does not widen the autonomy of agents by a rule that does not name them", () => {
    const above = { verb: write, agent: { ...agent, aboveLevel: "no autonomy level allows it" } };
    expect(decideApproval(settings({ rules: [{ ruling: "allow" }] }), above).ruling).toBe("draft");
    expect(decideApproval(settings({ rules: [{ ruling: "allow", levels: [1] }] }), above).ruling).toBe("allow");
    const denies = { ...above, agent: { ...above.agent, onPending: "deny" as const } };
    expect(decideApproval(settings({ default: "allow" }), denies).ruling).toBe("deny");
  });

  it("takes the first matching rule before the scope of the key", () => {
    const config = { rules: [{ ruling: "draft", tools: ["crm_update"] }, { ruling: "allow" }] };
    expect(decideApproval(settings(config), { verb: write, scopes: ["write"] }).ruling).toBe("draft");
  });
});
