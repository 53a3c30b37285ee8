import { describe, expect, it } from "vitest";
import type { Json } from "../../plan/json.ts";
import { isAccepted } from "./accept.ts";
import { EvalCase } from "./eval-case.ts";
import { type Prediction, toPrediction } from "./prediction.ts";
import { scoreCase } from "./score.ts";
import { formatSummary, summarise } from "./summarise.ts";

const wanted = (expect: object): EvalCase => EvalCase.parse({ id: "1", query: "q", expect });
const call = (tool: string, args: Record<string, Json>, id = tool) => ({ id, tool, args, depends_on: [] });
const predict = (...calls: Prediction["calls"]): Prediction => ({ id: "1", outcome: "plan", calls, missing: [] });
const marks = (expect: object, prediction: Prediction | undefined): boolean[] => {
  const { outcome, tools, right } = scoreCase(wanted(expect), prediction);
  return [outcome, tools, right];
};

const one = { kind: "calls", calls: [{ tool: "t", args: { a: [1], b: ["x", "y"], c: [] }, optional: ["b"] }] };
const two = {
  kind: "calls",
  calls: [
    { id: "v1", tool: "make", args: { n: [1] } },
    { id: "v2", tool: "use", args: { from: ["{{v1.id}}"] } },
  ],
};

describe("the scorer", () => {
  it.each<[string, object, Prediction | undefined, boolean[]]>([
    ["the right call", one, predict(call("t", { a: 1, b: "Y" })), [true, true, true]],
    ["an optional value left out", one, predict(call("t", { a: 1 })), [true, true, true]],
    ["a required value left out", one, predict(call("t", { b: "x" })), [true, true, false]],
    ["a value that must be absent", one, predict(call("t", { a: 1, c: 0 })), [true, true, false]],
    ["a parameter nobody asked for", one, predict(call("t", { a: 1, d: 0 })), [true, true, false]],
    ["a wrong value", one, predict(call("t", { a: 2 })), [true, true, false]],
    ["a number as text", one, predict(call("t", { a: "1" })), [true, true, false]],
    ["another tool", one, predict(call("u", { a: 1 })), [true, false, false]],
    ["one call too many", one, predict(call("t", { a: 1 }), call("t", { a: 1 }, "2")), [true, false, false]],
    ["no answer", one, undefined, [false, false, false]],
    ["a question instead", one, { ...predict(), outcome: "clarify" }, [false, false, false]],
    [
      "a chain, in any order",
      two,
      predict(call("use", { from: "{{m.id}}" }), call("make", { n: 1 }, "m")),
      [true, true, true],
    ],
    [
      "a reference to another field",
      two,
      predict(call("make", { n: 1 }, "m"), call("use", { from: "{{m.no}}" })),
      [true, true, false],
    ],
    [
      "a chain out of a strict order",
      { ...two, order: "strict" },
      predict(call("use", { from: "{{m.id}}" }), call("make", { n: 1 }, "m")),
      [true, true, false],
    ],
    [
      "an alternative",
      { ...one, alternatives: [[{ tool: "u", args: {} }]] },
      predict(call("u", {})),
      [true, true, true],
    ],
    ["none where none is wanted", { kind: "none" }, { ...predict(), outcome: "none" }, [true, true, true]],
    ["a plan where none is wanted", { kind: "none" }, predict(call("t", {})), [false, false, false]],
    [
      "a question that names it",
      { kind: "clarify", missing: ["a.b"] },
      { ...predict(), outcome: "clarify", missing: ["B"] },
      [true, true, true],
    ],
    [
      "a question about something else",
      { kind: "clarify", missing: ["a"] },
      { ...predict(), outcome: "clarify", missing: ["c"] },
      [true, true, false],
    ],
    [
      "the bad value named",
      { kind: "clarify", missing: ["a"], bad: ["X-1"] },
      { ...predict(), outcome: "clarify", bad: ["x1"] },
      [true, true, true],
    ],
  ])("%s", (_, expected, prediction, marked) => expect(marks(expected, prediction)).toEqual(marked));

  it.each<[Json, Json, boolean]>([
    ["New-York, N.Y.", "new york ny", true],
    ["2025-01-15", "2025-01-15T00:00:00Z", true],
    ["2025-01-15T10:00", "2025-01-15 10:00:00+03:00", true],
    ["2025-01-15T10:00", "2025-01-15T11:00", false],
    [["a", "b"], ["A", "B"], true],
    [["a", "b"], ["b", "a"], false],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [{ a: "X" }, { $fields: { a: ["x"], b: ["y"] }, $optional: ["b"] }, true],
    [{ a: "X" }, { $fields: { a: ["x"], b: ["y"] } }, false],
    [{ z: 1 }, { $fields: { a: ["x"] }, $optional: ["a"] }, false],
    [[1, { x: null }], { $any: true }, true],
    [true, 1, false],
    [null, null, true],
  ])("%j against %j: %s", (value, accepted, is) => expect(isAccepted(value, [accepted], new Map())).toBe(is));

  it("sums up by set and category, in percent", () => {
    const score = (category: string, right: boolean) => ({
      id: "",
      set: "s",
      category,
      outcome: true,
      tools: right,
      right,
      ms: 1,
    });
    const rows = summarise([score("a", true), score("a", false), score("b", true)]);
    expect(rows.map(({ category, cases, right }) => [category, cases, Math.round(right)])).toEqual([
      ["a", 2, 50],
      ["b", 1, 100],
      ["all", 3, 67],
    ]);
    expect(formatSummary(rows)).toContain("s    a             2   100.0%   50.0%   50.0%");
    expect(summarise([])).toEqual([]);
  });

  it("predicts nothing for an error", () => {
    const error = { code: "PLANNER_TIMEOUT", message: "late", retryable: true, details: {} } as const;
    expect(toPrediction("1", error)).toEqual({ id: "1", outcome: "none", calls: [], missing: [] });
  });
});
