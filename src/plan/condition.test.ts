import { describe, expect, it } from "vitest";
import type { Json } from "./json.ts";
import type { Comparison } from "./step.ts";
import { countOf, holds } from "./condition.ts";

type Row = [value: Json | undefined, is: Comparison, to: Json | undefined, holds: boolean];

describe("holds", () => {
  it.each<Row>([
    [1, "equal", 1, true],
    [1, "equal", "1", false],
    [{ b: 1, a: [2] }, "equal", { a: [2], b: 1 }, true],
    [undefined, "equal", null, false],
    [undefined, "not_equal", 1, true],
    [2, "less", 3, true],
    [3, "less", 3, false],
    [3, "at_most", 3, true],
    [4, "more", 3, true],
    [3, "at_least", 3, true],
    ["2025-01-02", "more", "2025-01-01", true],
    ["10", "more", 9, false],
    [undefined, "less", 3, false],
    ["b", "one_of", ["a", "b"], true],
    ["c", "one_of", ["a", "b"], false],
    ["c", "one_of", "abc", false],
    ["hello", "contains", "ell", true],
    [[1, { a: 1 }], "contains", { a: 1 }, true],
    [{ a: 1 }, "contains", "a", true],
    [{ a: 1 }, "contains", "toString", false],
    [7, "contains", 7, false],
    [0, "present", undefined, true],
    [null, "present", undefined, false],
    [undefined, "absent", undefined, true],
    [[], "empty", undefined, true],
    ["", "empty", undefined, true],
    [{}, "empty", undefined, true],
    [0, "empty", undefined, false],
    [undefined, "empty", undefined, true],
    [[0], "not_empty", undefined, true],
  ])("%j %s %j: %s", (value, is, to, expected) => {
    expect(holds(value, is, to)).toBe(expected);
  });
});

describe("countOf", () => {
  it.each<[Json | undefined, number]>([
    [[1, 2], 2],
    [{ a: 1 }, 1],
    ["héy🌍", 4],
    [5, 0],
    [undefined, 0],
  ])("%j has %i", (value, count) => {
    expect(countOf(value)).toBe(count);
  });
});
