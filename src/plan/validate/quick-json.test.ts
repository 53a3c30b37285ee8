import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkJson } from "../check-json.ts";
import { isSurelyJson } from "./quick-json.ts";

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

describe("isSurelyJson", () => {
  it.each<[string, unknown, boolean]>([
    ["every kind of value", { a: [1, -2.5, "x", true, false, null, {}, []] }, true],
    ["no prototype", Object.assign(Object.create(null), { a: 1 }), true],
    ["64 levels", nested(64), true],
    ["65 levels", nested(65), false],
    ["undefined", undefined, false],
    ["undefined inside", { a: undefined }, false],
    ["a hole", Object.assign([], { 1: 2 }), false],
    ["NaN", [Number.NaN], false],
    ["infinity", [Number.POSITIVE_INFINITY], false],
    ["2^53 - 1", Number.MAX_SAFE_INTEGER, true],
    ["2^53", 2 ** 53, false],
    ["a bigint", [1n], false],
    ["a symbol", Symbol("a"), false],
    ["a function", [() => 1], false],
    ["a date", new Date(0), false],
    ["a class", new Error("x"), false],
    ["half a character", "\ud800", false],
    ["half a character in a key", { "\ud800": 1 }, false],
    ["__proto__", JSON.parse('{"__proto__":1}'), true],
    ["constructor", { constructor: 1 }, true],
    ["a long text that may fit", "x".repeat(349_525), true],
    ["a long text that may not", "x".repeat(349_526), false],
  ])("%s", (_, value, expected) => {
    expect(isSurelyJson(value)).toBe(expected);
  });

  it("never accepts what checkJson rejects", () => {
    fc.assert(
      fc.property(
        fc.anything({
          withBigInt: true,
          withDate: true,
          withMap: true,
          withSparseArray: true,
          withNullPrototype: true,
        }),
        (value) => {
          if (isSurelyJson(value)) expect(checkJson(value)).toEqual([]);
        },
      ),
      { seed: 5, numRuns: 500 },
    );
  });

  it("stops at unbounded shared parts", () => {
    let value: unknown = [1];
    for (let level = 0; level < 50; level += 1) value = [value, value];
    expect(isSurelyJson(value)).toBe(false);
    expect(isSurelyJson(Array.from({ length: 999_999 }, () => 1))).toBe(true);
    expect(isSurelyJson([Array.from({ length: 999_999 }, () => 1), []])).toBe(false);
  });
});
