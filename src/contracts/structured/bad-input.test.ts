import { describe, expect, it } from "vitest";
import { sampleToolbox } from "../../../test/support/sample-toolbox.ts";
import { canBeWalked, validatePlan } from "../../plan/validate/validate-plan.ts";
import { structuredExamples } from "./examples.ts";
import { validatePlanPayload } from "./validate-plan-payload.ts";

// Whatever comes in, violations with a code and a pointer come out: no exception, no hang.

const text = JSON.stringify(structuredExamples.plan);
const deep = (levels: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = { a: value };
  return value;
};
const withArgs = (args: unknown): unknown => ({
  ...structuredExamples.plan,
  steps: [{ ...(structuredExamples.plan.steps[0] as object), tool: { name: "get_time", args } }],
});
const cyclic: Record<string, unknown> = {};
cyclic["self"] = cyclic;
let shared: unknown = "x";
for (let level = 0; level < 60; level += 1) shared = { a: shared, b: shared };
const hostile = new Proxy(
  {},
  {
    get: () => {
      throw new Error("no");
    },
    ownKeys: () => {
      throw new Error("no");
    },
  },
);

describe("text that is not a document", () => {
  it.each<[string, string, string, string]>([
    ["nothing", "", "MALFORMED_JSON", ""],
    ["half a document", text.slice(0, -5), "MALFORMED_JSON", ""],
    ["an explanation around it", `Here is the plan: ${text}`, "MALFORMED_JSON", ""],
    ["two documents", `${text}${text}`, "MALFORMED_JSON", ""],
    ["a trailing comma", `${text.slice(0, -1)},}`, "MALFORMED_JSON", ""],
    ["a duplicate key", text.replace('"risks":', '"risks":[],"risks":'), "DUPLICATE_KEY", "/risks"],
    [
      "a duplicate key inside",
      text.replace('"args":{}', '"args":{"a":1,"a":2}'),
      "DUPLICATE_KEY",
      "/steps/0/tool/args/a",
    ],
    [
      "an integer beyond 2^53-1",
      text.replace('"args":{}', '"args":{"a":9007199254740993}'),
      "UNSAFE_INTEGER",
      "/steps/0/tool/args/a",
    ],
    ["NaN", text.replace('"args":{}', '"args":{"a":NaN}'), "MALFORMED_JSON", ""],
    [
      "half a character",
      text.replace('"args":{}', String.raw`"args":{"a":"\ud800"}`),
      "LONE_SURROGATE",
      "/steps/0/tool/args/a",
    ],
    [
      "__proto__",
      text.replace('"args":{}', '"args":{"__proto__":1}'),
      "INVALID_ARGUMENTS",
      "/steps/0/tool/args/__proto__",
    ],
    [
      "constructor",
      text.replace('"args":{}', '"args":{"constructor":1}'),
      "INVALID_ARGUMENTS",
      "/steps/0/tool/args/constructor",
    ],
    [
      "a number that would be rounded",
      text.replace('"args":{}', '"args":{"a":1e-400}'),
      "INEXACT_NUMBER",
      "/steps/0/tool/args/a",
    ],
    [
      "a string over 1 MiB",
      text.replace('"args":{}', `"args":{"a":"${"x".repeat(2 ** 20 + 1)}"}`),
      "STRING_TOO_LONG",
      "/steps/0/tool/args/a",
    ],
    ["depth over 64", text.replace('"args":{}', `"args":${JSON.stringify(deep(70))}`), "TOO_DEEP", ""],
    ["depth of thousands", "[".repeat(100_000), "MALFORMED_JSON", ""],
  ])("%s", (_, payload, code, pointer) => {
    const checked = validatePlanPayload(payload);
    const issues = checked.ok ? [] : checked.issues;
    expect(issues.map((issue) => issue.code)).toContain(code);
    if (pointer !== "") expect(issues.map((issue) => issue.pointer)).toContain(pointer);
  });
});

describe("values that are not documents", () => {
  it.each<[string, unknown, string]>([
    ["undefined", undefined, "NOT_JSON"],
    ["null", null, "WRONG_TYPE"],
    ["a number", 3, "WRONG_TYPE"],
    ["a list", [], "WRONG_TYPE"],
    ["a function", () => 1, "NOT_JSON"],
    ["a date", new Date(0), "NOT_JSON"],
    ["NaN", withArgs({ a: Number.NaN }), "NON_FINITE_NUMBER"],
    ["a big integer", withArgs({ a: 2 ** 53 }), "UNSAFE_INTEGER"],
    ["a bigint", withArgs({ a: 1n }), "NOT_JSON"],
    ["half a character", withArgs({ a: "\udfff" }), "LONE_SURROGATE"],
    ["a value in itself", withArgs(cyclic), "CYCLIC_VALUE"],
    ["shared parts that would be huge", withArgs(shared), "INVALID_ARGUMENTS"],
    ["too deep", withArgs(deep(70)), "TOO_DEEP"],
    ["a list with holes", { ...structuredExamples.plan, steps: Array.from<unknown>({ length: 2 }) }, "NOT_JSON"],
    ["a value that throws", hostile, "NOT_JSON"],
    [
      "more than 10,000 steps",
      { ...structuredExamples.plan, steps: Array.from({ length: 10_001 }, () => structuredExamples.plan.steps[0]) },
      "TOO_LONG",
    ],
    [
      "millions of steps",
      { ...structuredExamples.plan, steps: Array.from({ length: 3_000_000 }, () => 1) },
      "TOO_LONG",
    ],
  ])("%s", (_, payload, code) => {
    for (const checked of [validatePlanPayload(payload), validatePlan(payload, sampleToolbox)]) {
      expect(checked.ok).toBe(false);
      const codes = checked.ok ? [] : checked.issues.map((issue) => issue.code);
      if (checked.ok || !codes.includes("MISSING_FIELD")) expect(codes).toContain(code);
    }
  });
});

describe("plans that are long and wrong", () => {
  const size = 10_000;
  const ring = Array.from({ length: size }, (_, at) => ({
    id: `s${at}`,
    kind: "tool",
    tool: "mystery",
    dependsOn: [`s${(at + 1) % size}`],
    args: { a: "{{nobody.x}}" },
  }));

  it("reports a ring of 10,000 steps as one cycle, apart from its references", () => {
    const checked = validatePlan({ steps: ring }, sampleToolbox);
    const codes = checked.ok ? [] : checked.issues.map((issue) => issue.code);
    expect(codes.filter((code) => code === "DEPENDENCY_CYCLE")).toHaveLength(1);
    expect(codes).toContain("UNKNOWN_REFERENCE");
    expect(codes.at(-1)).toBe("TOO_MANY_ISSUES");
  });

  it("lists a thousand issues and reports that there are more", () => {
    const issuesOf = (count: number): string[] => {
      const dependsOn = Array.from({ length: count }, (_, at) => `t${at}`);
      const checked = validatePlan({ steps: [{ id: "s", kind: "tool", tool: "mystery", dependsOn }] }, sampleToolbox);
      return checked.ok ? [] : checked.issues.map(({ code, pointer }) => `${code} ${pointer}`);
    };
    expect(issuesOf(1_000).at(-1)).toBe("UNKNOWN_DEPENDENCY /steps/0/dependsOn/999");
    expect(issuesOf(1_001).at(-1)).toBe("TOO_MANY_ISSUES ");
  });

  it.each<[string, string, boolean]>([
    ["NOT_JSON", "/a", false],
    ["CYCLIC_VALUE", "/a", false],
    ["TOO_DEEP", "/a", false],
    ["TOO_MANY_ISSUES", "", false],
    ["TOO_LARGE", "", false],
    ["TOO_LONG", "/steps", false],
    ["TOO_LONG", "/steps/0/title", true],
    ["UNSAFE_INTEGER", "/a", true],
  ])("%s at %j: rules may go through the rest is %s", (code, pointer, expected) => {
    expect(
      canBeWalked([
        { code: "WRONG_TYPE", pointer: "/b", message: "" },
        { code, pointer, message: "" },
      ]),
    ).toBe(expected);
  });

  it("10,000 unknown dependencies in each of two steps stay cheap", () => {
    const dependsOn = Array.from({ length: size }, (_, at) => `t${at}`);
    const steps = [1, 2].map((id) => ({ id: `s${id}`, kind: "tool", tool: "mystery", dependsOn }));
    const checked = validatePlan({ steps }, sampleToolbox);
    expect(checked.ok ? 0 : checked.issues.length).toBe(1_001);
  });
});
