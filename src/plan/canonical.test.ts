import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonical, CanonicalError, canonicalText } from "./canonical.ts";
import type { Json } from "./json.ts";

const seeded = { seed: 4, numRuns: 500 };
const value = fc.jsonValue({ maxDepth: 5, stringUnit: "binary" }).filter((sample) => canonical(sample).ok);

const nest = (depth: number): unknown => {
  let inner: unknown = [];
  for (let at = 1; at < depth; at += 1) inner = [inner];
  return inner;
};

const nestObjects = (depth: number): unknown => {
  let inner: unknown = {};
  for (let at = 1; at < depth; at += 1) inner = { a: inner };
  return inner;
};

const shared = { a: 1 };

describe("canonicalText", () => {
  // The text forms are in schemas/vectors; these are what text cannot show.
  it.each([
    ["minus zero", -0, "0"],
    ["a sum of floats", 0.1 + 0.2, "0.30000000000000004"],
    ["integer-like keys, which objects put first", { b: 1, 10: 2, 9: 3 }, '{"10":2,"9":3,"b":1}'],
    ["an object without prototype", Object.assign(Object.create(null), { b: 1, a: 2 }), '{"a":2,"b":1}'],
    ["a key named constructor", { constructor: 1, a: 2 }, '{"a":2,"constructor":1}'],
    ["an own key named __proto__", JSON.parse('{"b":1,"__proto__":{"x":1}}'), '{"__proto__":{"x":1},"b":1}'],
    ["a shared part", [shared, [shared]], '[{"a":1},[{"a":1}]]'],
    ["an emoji key deep down", { z: 1, a: { "🌍": 1, "\ue000": 2 } }, '{"a":{"\ue000":2,"🌍":1},"z":1}'],
    ["64 levels", nest(64), `${"[".repeat(64)}${"]".repeat(64)}`],
  ])("writes %s", (_, given, text) => {
    expect(canonicalText(given)).toBe(text);
  });

  it("sorts by code point, whatever the keys", () => {
    const key = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("\ue000", "\uffff", "🌍", "🌍a", "\u{10ffff}"));
    const few = fc.uniqueArray(fc.string({ maxLength: 3 }), { maxLength: 20 });
    const many = fc.uniqueArray(key, { maxLength: 40 });
    fc.assert(
      fc.property(fc.oneof(few, many), (keys) => {
        const written = Object.keys(Object.fromEntries(keys.map((name) => [`k${name}`, 0])));
        const text = canonicalText(Object.fromEntries(written.map((name) => [name, 0])));
        const order = [...text.matchAll(/"((?:[^"\\]|\\.)*)":0/g)].map((match) => String(JSON.parse(`"${match[1]}"`)));
        const points = (name: string): number[] => Array.from(name, (char) => char.codePointAt(0) ?? 0);
        expect(order).toEqual(written.toSorted((a, b) => compareLists(points(a), points(b))));
      }),
      seeded,
    );
  });

  it("is its own canonical form, and reads back as the same value", () => {
    fc.assert(
      fc.property(value, (sample) => {
        const text = canonicalText(sample);
        expect(canonicalText(JSON.parse(text))).toBe(text);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(sample)));
      }),
      seeded,
    );
  });

  it("does not depend on the order keys were added in", () => {
    fc.assert(
      fc.property(value, (sample) => {
        expect(canonicalText(reversed(sample as Json))).toBe(canonicalText(sample)); // fast-check's type of the same
      }),
      seeded,
    );
  });
});

describe("canonical", () => {
  const cyclic: Record<string, unknown> = { a: {} };
  cyclic.a = { back: [cyclic, cyclic] };
  let doubled: unknown = ["x"];
  for (let at = 0; at < 40; at += 1) doubled = [doubled, doubled];
  const thrower = {
    get a(): never {
      throw new Error("no");
    },
  };

  it.each([
    ["NaN", { a: Number.NaN }, "NON_FINITE_NUMBER", "/a"],
    ["Infinity", [1, Number.NEGATIVE_INFINITY], "NON_FINITE_NUMBER", "/1"],
    ["2^53", { "a/b": 2 ** 53 }, "UNSAFE_INTEGER", "/a~1b"],
    ["1e20", -1e20, "UNSAFE_INTEGER", ""],
    ["undefined", { a: undefined }, "NOT_JSON", "/a"],
    ["a hole", [1, , 3], "NOT_JSON", "/1"], // oxlint-disable-line no-sparse-arrays
    ["a function", [() => 1], "NOT_JSON", "/0"],
    ["a symbol", Symbol("s"), "NOT_JSON", ""],
    ["a bigint", { n: 1n }, "NOT_JSON", "/n"],
    ["a date", { at: new Date(0) }, "NOT_JSON", "/at"],
    ["a map", new Map(), "NOT_JSON", ""],
    ["a getter that throws", [thrower], "NOT_JSON", "/0"],
    ["half a pair", ["\ud83c"], "LONE_SURROGATE", "/0"],
    ["half a pair in a key", { "\udf0d": 1 }, "LONE_SURROGATE", "/\ufffd"],
    ["a cycle", cyclic, "CYCLIC_VALUE", "/a/back/0"],
    ["65 levels", nest(65), "TOO_DEEP", "/0".repeat(64)],
    ["65 levels of objects", nestObjects(65), "TOO_DEEP", "/a".repeat(64)],
    ["100,000 levels", nest(100_000), "TOO_DEEP", "/0".repeat(64)],
    ["a small value with a huge text", doubled, "TOO_LARGE", ""],
  ])(
    "refuses %s and says where",
    (_, given, code, pointer) => {
      const result = canonical(given);
      expect(result.ok ? [] : result.issues).toContainEqual(expect.objectContaining({ code, pointer }));
      expect(() => canonicalText(given)).toThrow(CanonicalError);
    },
    60_000,
  );
});

function compareLists(a: number[], b: number[]): number {
  const at = a.findIndex((item, index) => item !== b[index]);
  return at === -1 ? a.length - b.length : (a[at] ?? -1) - (b[at] ?? -1);
}

function reversed(sample: Json): Json {
  if (Array.isArray(sample)) return sample.map(reversed);
  if (typeof sample !== "object" || sample === null) return sample;
  return Object.fromEntries(
    Object.entries(sample)
      .reverse()
      .map(([key, item]) => [key, reversed(item)]),
  );
}
