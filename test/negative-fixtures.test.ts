import { describe, expect, it } from "vitest";
import { actions, determinism, parseWith, react, service } from "../src/contracts/index.ts";
import { canonical } from "../src/plan/canonical.ts";
import { checkJson } from "../src/plan/check-json.ts";
import type { Issue } from "../src/plan/issue.ts";
import type { Json } from "../src/plan/json.ts";
import { parseJsonText } from "../src/plan/json-text.ts";
import { createRegistry, createStubPlanner, type PlannerDeclaration } from "../src/planners/index.ts";

// Codes without their own test table: at least five documents each, with the pointer of the error.
type CheckOutcome = { ok: true } | { ok: false; issues: readonly Issue[] };
const found = (checked: CheckOutcome): string[] =>
  checked.ok ? [] : checked.issues.map(({ code, pointer }) => `${code} ${pointer}`);

describe("BYTE_ORDER_MARK", () => {
  it.each(["{}", "[]", "1", '"text"', "", ' {"a":1}'])("before %j", (text) => {
    expect(found(parseJsonText(`\ufeff${text}`))).toEqual(["BYTE_ORDER_MARK "]);
  });
});

describe("CYCLIC_VALUE", () => {
  const list: unknown[] = [];
  list.push(list);
  const self: Record<string, unknown> = {};
  self["me"] = self;
  const deep: Record<string, unknown> = { a: { b: { c: [] } } };
  (deep as { a: { b: { c: unknown[] } } }).a.b.c.push(deep);
  const one: Record<string, unknown> = {};
  const other: Record<string, unknown> = { one };
  one["other"] = other;
  const late = [1, 2, { x: list }];
  it.each([
    ["a list in itself", list, "/0"],
    ["an object in itself", self, "/me"],
    ["one further down", deep, "/a/b/c/0"],
    ["two in one another", one, "/other/one"],
    ["behind what is fine", late, "/2/x/0"],
  ])("%s", (_, value, pointer) => {
    expect(checkJson(value).map((issue) => `${issue.code} ${issue.pointer}`)).toContain(`CYCLIC_VALUE ${pointer}`);
    expect(canonical(value).ok).toBe(false);
  });
});

describe("TOO_LARGE", () => {
  // Each list contains the previous one twice: small in memory, millions of values when serialised.
  const doubled = (seed: Json): Json => {
    let value = seed;
    for (let times = 0; times < 23; times += 1) value = [value, value];
    return value;
  };
  it.each<[string, Json]>([
    ["numbers", 1],
    ["texts", "x"],
    ["nulls", null],
    ["objects", { a: true }],
    ["lists", [false]],
  ])("%s beyond counting", (_, seed) => {
    expect(found(canonical(doubled(seed)))).toEqual([expect.stringMatching(/^TOO_LARGE /)]);
  });
});

describe("TOO_SHORT", () => {
  const call = { verb_id: "v", payload: {}, request_id: "r", caller: "c" };
  const request = service.examples.request;
  it.each([
    [react.VerbCall, { ...call, verb_id: "" }, "/verb_id"],
    [react.VerbCall, { ...call, request_id: "" }, "/request_id"],
    [react.VerbCall, { ...call, caller: "" }, "/caller"],
    [service.PlanRequest, { ...request, message: "" }, "/message"],
    [service.PlanRequest, { ...request, context: { locale: "" } }, "/context/locale"],
    [determinism.PlannerInput, { agent_id: "", goal: "x" }, "/agent_id"],
  ])("%#", (schema, document, pointer) => {
    expect(found(parseWith(schema, document))).toEqual([`TOO_SHORT ${pointer}`]);
  });
});

describe("OUT_OF_RANGE", () => {
  const step = { step_id: "s1", skill: "echo", params: {} };
  const voice = { file_id: "f", transcript: "t", confidence: 0.5 };
  it.each([
    [
      determinism.SkillPlan,
      { steps: [{ ...step, retry_count: -1 }], metadata: determinism.examples.plan.metadata },
      "/steps/0/retry_count",
    ],
    [
      determinism.SkillPlan,
      { steps: [{ ...step, retry_count: 101 }], metadata: determinism.examples.plan.metadata },
      "/steps/0/retry_count",
    ],
    [actions.Voice, { ...voice, confidence: 1.01 }, "/confidence"],
    [actions.Voice, { ...voice, confidence: -0.01 }, "/confidence"],
    [react.PlanReactRequest, { ...react.examples.request, limits: { max_steps: 65 } }, "/limits/max_steps"],
    [react.PlanReactRequest, { ...react.examples.request, limits: { max_steps: 0 } }, "/limits/max_steps"],
  ])("%#", (schema, document, pointer) => {
    expect(found(parseWith(schema, document))).toEqual([`OUT_OF_RANGE ${pointer}`]);
  });
});

describe("planners that are not as declared", () => {
  const stub = createStubPlanner();
  const declared: PlannerDeclaration = { id: "stub", class: "x", determinism: "full", cost_model: { base_cents: 0 } };
  const named = (id: string) => ({ ...stub, id });
  const rows = (...ids: string[]): PlannerDeclaration[] => ids.map((id) => ({ ...declared, id }));
  const check = (entries: PlannerDeclaration[], planners = [stub]): string[] =>
    found(createRegistry(entries, planners));

  it.each(["stab", "", "STUB ", "grammar", "stub\u0000"])("UNKNOWN_PLANNER %j", (id) => {
    expect(check(rows(id))).toEqual(["UNKNOWN_PLANNER /0/id"]);
  });

  it.each<[string, string[], string[]]>([
    ["declared twice", ["stub", "stub"], ["stub"]],
    ["declared three times", ["stub", "stub", "stub"], ["stub"]],
    ["there twice", ["stub"], ["stub", "stub"]],
    ["both", ["stub", "stub"], ["stub", "stub"]],
    ["beside others", ["a", "b", "a"], ["a", "b"]],
  ])("DUPLICATE_PLANNER %s", (_, entries, planners) => {
    const issues = check(rows(...entries), planners.map(named));
    expect(issues.length).toBeGreaterThan(0);
    expect(issues.every((issue) => issue.startsWith("DUPLICATE_PLANNER "))).toBe(true);
  });

  it.each([
    ["structural", "full"],
    ["none", "full"],
    ["full", "structural"],
    ["none", "structural"],
    ["full", "none"],
  ] as const)("MODE_MISMATCH declared %s, says %s", (determinism, mode) => {
    expect(check([{ ...declared, determinism }], [{ ...stub, mode }])).toEqual(["MODE_MISMATCH /0/determinism"]);
  });
});
