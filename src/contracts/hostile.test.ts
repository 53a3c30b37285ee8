import { describe, expect, it } from "vitest";
import { canonicalText } from "../plan/canonical.ts";
import { parseWith } from "../plan/parse.ts";
import { catalogue } from "./catalogue.ts";
import { fromPlan, toPlan } from "./determinism/mapping.ts";
import { SkillPlan } from "./determinism/plan.ts";
import { PlanReactRequest } from "./react/plan-react.ts";
import { parsePlanResponse } from "./service/parse.ts";

// Whatever comes in, an answer comes out: no exception, no hang, no changed prototype.

const cyclic: Record<string, unknown> = {};
cyclic["steps"] = [cyclic];
const deep = Array.from({ length: 5000 }).reduce<unknown>((inner) => [inner], 1);
const trap = new Proxy({}, { get: () => raise(), ownKeys: () => raise(), getOwnPropertyDescriptor: () => raise() });

const values: [string, unknown][] = [
  ["undefined", undefined],
  ["null", null],
  ["a number", 7],
  ["NaN", Number.NaN],
  ["a text", "plan"],
  ["a list", []],
  ["an empty object", {}],
  ["a cycle", cyclic],
  ["deep nesting", { steps: deep }],
  ["a function", () => 1],
  ["a symbol", Symbol("x")],
  ["a bigint", { session_id: 1n }],
  ["a date", new Date(0)],
  ["a map", new Map()],
  ["an object that throws", trap],
  [
    "a getter that throws",
    {
      get steps() {
        return raise();
      },
    },
  ],
  ["an object without a prototype", Object.create(null)],
  ["own __proto__", JSON.parse('{"__proto__":{"steps":[]},"steps":[]}')],
  ["a constructor key", { steps: [], constructor: {} }],
  ["half a character", { steps: [], metadata: { planner: "\ud800" } }],
];

describe.each(catalogue.map(({ path, schema }) => ({ path, schema })))("$path", ({ path, schema }) => {
  it.each(values)("answers %s with issues", (name, value) => {
    const parsed = parseWith(schema, value);
    if (name.startsWith("an empty object") && parsed.ok)
      return expect(["determinism/registry", "react/run-once-request"]).toContain(path);
    if (name === "an object without a prototype" && parsed.ok) return;
    expect(parsed).toMatchObject({
      ok: false,
      issues: expect.arrayContaining([
        {
          code: expect.any(String),
          pointer: expect.any(String),
          message: expect.any(String),
          hint: expect.any(String),
        },
      ]),
    });
  });
});

describe("limits", () => {
  const step = { step_id: "s1", skill: "echo", params: {} };

  it("takes 10,000 steps and no more", () => {
    expect(parseWith(SkillPlan, { steps: Array.from({ length: 10_000 }, () => step) }).ok).toBe(true);
    expect(parseWith(SkillPlan, { steps: Array.from({ length: 10_001 }, () => step) })).toMatchObject({
      issues: [{ code: "TOO_LONG", pointer: "/steps" }],
    });
  });

  it("does not walk a list of millions", () => {
    expect(parseWith(SkillPlan, { steps: Array(5_000_000).fill(null) })).toMatchObject({
      issues: [{ code: "TOO_LONG" }],
    });
  });

  it("lists at most a hundred issues, then says that there are more", () => {
    const parsed = parseWith(SkillPlan, { steps: Array.from({ length: 10_000 }, () => ({})) });
    const issues = parsed.ok ? [] : parsed.issues;
    expect(issues).toHaveLength(101);
    expect(issues.at(-1)).toMatchObject({ code: "TOO_MANY_ISSUES", pointer: "" });
  });
});

describe("keys reserved by JavaScript", () => {
  it.each([
    ["at the top", '{"steps":[],"__proto__":{"x":1}}', "/__proto__"],
    ["constructor", '{"steps":[],"constructor":1}', "/constructor"],
  ])("are unknown fields %s", (_, text, pointer) => {
    expect(parseWith(SkillPlan, JSON.parse(text))).toMatchObject({
      ok: false,
      issues: [{ code: "UNKNOWN_FIELD", pointer }],
    });
    expect(Object.hasOwn(Object.prototype, "x")).toBe(false);
  });

  it("are data in free objects: they leave as they came, and change no prototype", () => {
    const text =
      '{"metadata":{},"steps":[{"params":{"__proto__":{"x":1},"constructor":2},"skill":"echo","step_id":"s1"}]}';
    const parsed = parseWith(SkillPlan, JSON.parse(text));
    const plan = parsed.ok ? fromPlan(toPlan(parsed.value)) : parsed;
    expect(plan.ok && canonicalText(plan.value.steps[0]?.params)).toBe('{"__proto__":{"x":1},"constructor":2}');
    expect(Object.hasOwn(Object.prototype, "x")).toBe(false);
  });

  it("are refused, not lost, where contract 5 keeps unknown fields", () => {
    const text = '{"goal":{"description":"x","metadata":{"__proto__":1}},"toolset":[]}';
    expect(parseWith(PlanReactRequest, JSON.parse(text))).toMatchObject({ issues: [{ code: "UNSAFE_KEY" }] });
  });
});

describe("the version of a response", () => {
  it.each([
    ["9.9", "INVALID_VALUE"],
    ["constructor", "INVALID_VALUE"],
    [0.1, "WRONG_TYPE"],
    [null, "WRONG_TYPE"],
  ])("%s is refused", (version, code) => {
    const parsed = parsePlanResponse({ session_id: 1, steps: [], metadata: { model: "m", version } });
    expect(parsed).toMatchObject({ issues: [{ code, pointer: "/metadata/version" }] });
  });

  it.each(["0.1", "0.2", "0.3"])("%s decides which steps there are", (version) => {
    const step = { id: "step-1", type: "safety", description: "", payload: { check_name: "c", severity: "info" } };
    const parsed = parsePlanResponse({ session_id: 1, steps: [step], metadata: { model: "m", version } });
    expect(parsed.ok).toBe(version === "0.3");
  });
});

function raise(): never {
  throw new Error("trap");
}
