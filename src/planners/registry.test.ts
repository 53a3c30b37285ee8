import { describe, expect, it } from "vitest";
import type { Planner } from "../ports/planner.ts";
import { createRegistry, type PlannerDeclaration, isSemver } from "./registry.ts";
import { createStubPlanner } from "./stub.ts";

const stub = createStubPlanner();
const declared: PlannerDeclaration = {
  id: "stub",
  class: "app.planner.stub_planner.StubPlanner",
  determinism: "full",
  cost_model: { base_cents: 0, per_call_cents: 0 },
};
const other = (part: Partial<Planner>): Planner => ({ ...stub, ...part });

describe("the registry", () => {
  it("finds a planner by id and says what was likely meant by a wrong one", () => {
    const built = createRegistry([declared], [stub]);
    expect(built.ok && built.value.get("stub")?.planner).toBe(stub);
    expect(built.ok && built.value.unknown("stbu")).toBe('there is no planner "stbu"; did you mean "stub"?');
    expect(built.ok && built.value.unknown("claude")).toBe('there is no planner "claude"; there are stub');
  });

  it.each<[string, PlannerDeclaration[], Planner[], string]>([
    ["an unknown id", [{ ...declared, id: "stup" }], [stub], 'there is no planner "stup"; did you mean "stub"?'],
    ["an id declared twice", [declared, declared], [stub], 'the planner "stub" is declared twice'],
    ["two planners of one id", [declared], [stub, stub], 'two planners have the id "stub"'],
    ["a bad version", [declared], [other({ version: "1.0" })], 'the version "1.0" of "stub" is not a semantic version'],
    ["a mode that differs", [declared], [other({ mode: "none" })], '"stub" is declared full, but its mode is none'],
    [
      "a price below a micro-cent",
      [{ ...declared, cost_model: { base_cents: 0, per_token_cents: 0.000_000_1 } }],
      [stub],
      "a price must be a whole number of micro-cents, at least 0",
    ],
  ])("stops start-up for %s", (_, entries, planners, message) => {
    const built = createRegistry(entries, planners);
    expect(built.ok ? [] : built.issues.map((issue) => issue.message)).toContain(message);
  });

  it("reports everything that is wrong at once", () => {
    const built = createRegistry(
      [
        { ...declared, id: "x" },
        { ...declared, determinism: "none" },
      ],
      [stub],
    );
    expect(built.ok ? [] : built.issues.map((issue) => issue.pointer)).toEqual(["/0/id", "/1/determinism"]);
  });

  it.each([
    ["1.0.0", true],
    ["0.0.1-rc.1+build.5", true],
    ["1.0", false],
    ["01.0.0", false],
    ["v1.0.0", false],
    ["1.0.0-01", false],
    ["", false],
  ])("%j is a semantic version: %s", (version, is) => expect(isSemver(version)).toBe(is));
});
