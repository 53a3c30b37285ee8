import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { StandingApproval } from "../../contracts/api/plans.ts";
import { timestampOf } from "../../contracts/timestamp.ts";
import { decideApproval } from "../../tools/policy/approval-policy.ts";
import { outsideApproval } from "./standing-approvals.ts";

const day = 86_400_000;
const values = fc.dictionary(fc.constantFrom("a", "b", "c"), fc.constantFrom(1, 2), { noNullPrototype: true });

describe("a standing approval", () => {
  it("covers a run exactly within its bounds, for any values", () => {
    const bounds = fc.record({
      version: fc.integer({ min: 1, max: 2 }),
      parameters: values,
      vary: fc.subarray(["a", "b", "c"]),
      until: fc.integer({ min: 0, max: 4 }),
      isRevoked: fc.boolean(),
    });
    const run = fc.record({
      version: fc.integer({ min: 1, max: 2 }),
      parameters: values,
      now: fc.integer({ min: 0, max: 4 }),
    });
    fc.assert(
      fc.property(bounds, run, ({ until, isRevoked, ...kept }, { now, version, parameters }) => {
        const by = { by: "ann", at: timestampOf(0) };
        const approval = StandingApproval.parse({
          ...kept,
          ...by,
          approval_id: "k1",
          max_runs: 1,
          until: timestampOf(until * day),
          writes: [],
          revoked: isRevoked ? { ...by, reason: "" } : null,
        });
        const isFixed = (name: string): boolean => !kept.vary.includes(name);
        const isSame = ["a", "b", "c"].filter(isFixed).every((name) => parameters[name] === kept.parameters[name]);
        const isInside = !isRevoked && version === kept.version && now < until && isSame;
        const outside = outsideApproval(approval, { version, parameters, now: now * day });
        expect(outside === undefined).toBe(isInside);
      }),
      { seed: 11, numRuns: 2000 },
    );
  });

  it("answers only a ruling that asks for a person", () => {
    const verb = { name: "post", source: "code", effect: "additive" as const };
    const kept = { rule: "standing approval of report v1", reason: "ann approved it" };
    const settings = { mcp: false, deny: [], internal: new Set<string>(), effectOf: () => "additive" as const };
    const rulings = (["deny", "draft", "wait", "allow"] as const).map((ruling) => {
      const rules = [{ ruling, tools: ["post"] }];
      return decideApproval({ ...settings, default: "draft", rules }, { verb, kept });
    });
    expect(rulings.map(({ ruling, rule }) => [ruling, rule])).toEqual([
      ["deny", "approval.rules[0]"],
      ["allow", kept.rule],
      ["allow", kept.rule],
      ["allow", "approval.rules[0]"],
    ]);
  });
});
