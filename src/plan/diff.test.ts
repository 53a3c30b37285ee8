import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonical, canonicalText } from "./canonical.ts";
import { diffJson } from "./diff.ts";
import type { Json } from "./json.ts";
import { atPointer } from "./pointer.ts";

const steps = (...ids: string[]): Json[] => ids.map((id) => ({ step_id: id, skill: "echo" }));

describe("diffJson", () => {
  const table: [string, Json, Json, object[]][] = [
    ["nothing", { a: [1, { b: null }] }, { a: [1, { b: null }] }, []],
    ["no order of keys", { a: 1, b: 2 }, { b: 2, a: 1 }, []],
    ["no sign of zero", [-0], [0], []],
    ["a value", { a: { b: 1 } }, { a: { b: 2 } }, [{ kind: "changed", pointer: "/a/b", before: 1, after: 2 }]],
    ["a type", { a: [] }, { a: {} }, [{ kind: "changed", pointer: "/a", before: [], after: {} }]],
    ["null and absent", { a: null }, {}, [{ kind: "removed", pointer: "/a", before: null }]],
    ["a key", {}, { "x/y": 1 }, [{ kind: "added", pointer: "/x~1y", after: 1 }]],
    ["an inherited name", {}, { toString: 1 }, [{ kind: "added", pointer: "/toString", after: 1 }]],
    [
      "a plain list, index by index",
      [1, 2, 3],
      [2, 3],
      [
        { kind: "changed", pointer: "/0", before: 1, after: 2 },
        { kind: "changed", pointer: "/1", before: 2, after: 3 },
        { kind: "removed", pointer: "/2", before: 3 },
      ],
    ],
    [
      "an inserted step as one addition",
      { steps: steps("s1", "s2") },
      { steps: steps("s1", "s9", "s2") },
      [{ kind: "added", pointer: "/steps/1", after: { step_id: "s9", skill: "echo" } }],
    ],
    [
      "a removed step by its old place",
      steps("s1", "s2", "s3"),
      steps("s2", "s3"),
      [{ kind: "removed", pointer: "/0", before: { step_id: "s1", skill: "echo" } }],
    ],
    [
      "a change inside a moved step by its new place",
      [{ id: "a", n: 1 }, { id: "b" }],
      [{ id: "b" }, { id: "a", n: 2 }],
      [
        { kind: "changed", pointer: "/1/n", before: 1, after: 2 },
        { kind: "reordered", pointer: "", before: ["a", "b"], after: ["b", "a"] },
      ],
    ],
    [
      "lists with one id twice, index by index",
      [...steps("s1"), ...steps("s1")],
      steps("s1"),
      [{ kind: "removed", pointer: "/1", before: { step_id: "s1", skill: "echo" } }],
    ],
  ];

  it.each(table)("shows %s", (_, before, after, differences) => {
    expect(diffJson(before, after)).toEqual(differences);
  });

  const leaf = fc.constantFrom<Json>(null, 0, 1, "a", "b", true);
  const step = fc.record({ id: fc.constantFrom("a", "b", "c", "d"), n: leaf });
  const value = fc.oneof(
    fc.array(step, { maxLength: 4 }),
    fc.array(leaf, { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("x", "y", "z"), fc.oneof(leaf, fc.array(step, { maxLength: 3 }))),
  ) as fc.Arbitrary<Json>; // fast-check's unions are wider than ours

  it("is empty exactly when the canonical forms are equal", () => {
    fc.assert(
      fc.property(value, value, (before, after) => {
        expect(diffJson(before, after).length === 0).toBe(canonicalText(before) === canonicalText(after));
        expect(diffJson(before, structuredClone(before))).toEqual([]);
      }),
      { seed: 7, numRuns: 1000 },
    );
  });

  it("points at what it shows", () => {
    fc.assert(
      fc.property(value, value, (before, after) => {
        for (const difference of diffJson(before, after)) {
          if (difference.kind === "removed") expect(atPointer(before, difference.pointer)).toEqual(difference.before);
          if (difference.kind === "added") expect(atPointer(after, difference.pointer)).toEqual(difference.after);
          expect(canonical(difference).ok).toBe(true);
        }
      }),
      { seed: 8, numRuns: 1000 },
    );
  });
});
