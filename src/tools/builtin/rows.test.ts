import { array, assert, constantFrom, integer, property, record } from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../../plan/json.ts";
import { findRows } from "./find-rows.ts";
import { aggregate, computeRows, groupRows, joinRows, passes, renderLines, sortRows, takeRows } from "./rows.ts";

const row = record(
  { id: integer(), kind: constantFrom("a", "b", "c"), price: integer({ min: -500, max: 500 }) },
  { requiredKeys: ["id", "kind"] },
);
const table = array(row, { maxLength: 30 });
const price = "/price";
const plainly = { exact: false, otherwise: "none" } as const;

describe("the algebra over rows agrees with a plain reference", () => {
  it("filters", () => {
    assert(
      property(table, integer({ min: -500, max: 500 }), (rows, limit) => {
        const kept = rows.filter((one) => passes(one, { pointer: price, is: "more", to: limit }));
        expect(kept).toEqual(rows.filter((one) => one.price !== undefined && one.price > limit));
      }),
    );
  });

  it("sorts stably, with what has no value last", () => {
    assert(
      property(table, constantFrom("ascending", "descending"), (rows, direction) => {
        const sign = direction === "ascending" ? 1 : -1;
        const valued = rows.filter((one) => one.price !== undefined);
        const ordered = valued.toSorted((a, b) => sign * ((a.price ?? 0) - (b.price ?? 0)));
        const rest = rows.filter((one) => one.price === undefined);
        expect(sortRows(rows, { pointer: price, direction })).toEqual([...ordered, ...rest]);
      }),
    );
  });

  it("adds up, averages and finds the ends", () => {
    assert(
      property(table, (rows) => {
        const prices = rows.flatMap((one) => one.price ?? []);
        const sum = prices.reduce((total, one) => total + one, 0);
        expect(aggregate(rows, { op: "sum", pointer: price })).toBe(sum);
        const none = prices.length === 0;
        expect(aggregate(rows, { op: "average", pointer: price })).toBe(none ? null : sum / prices.length);
        expect(aggregate(rows, { op: "maximum", pointer: price })).toBe(none ? null : Math.max(...prices));
        expect(aggregate(rows, { op: "minimum", pointer: price })).toBe(none ? null : Math.min(...prices));
      }),
    );
  });

  it("groups without losing or doubling a row", () => {
    assert(
      property(table, (rows) => {
        const groups = groupRows(rows, { pointer: "/kind", sum: price }) as { key: Json; count: number; sum: number }[];
        expect(groups.map(({ key }) => key)).toEqual([...new Set(rows.map(({ kind }) => kind))]);
        for (const { key, count, sum } of groups) {
          const members = rows.filter(({ kind }) => kind === key);
          expect([count, sum]).toEqual([members.length, members.reduce((total, one) => total + (one.price ?? 0), 0)]);
        }
      }),
    );
  });
});

describe("a join", () => {
  it("agrees with a search through all rows", () => {
    assert(
      property(table, table, constantFrom("drop", "keep"), (left, right, unmatched) => {
        const joined = joinRows(left, right, { pointer: "/kind", to: "/kind", as: "other", unmatched });
        const expected = left.flatMap((one) => {
          const other = right.find(({ kind }) => kind === one.kind);
          return other === undefined ? (unmatched === "keep" ? [one] : []) : [{ ...one, other }];
        });
        expect(joined).toEqual(expected);
      }),
    );
  });
});

describe("lines", () => {
  const lines = { template: "{id}: {name}[, {price} EUR]", most: 2, more: "and {count} more", empty: "none" };

  it("leaves out the optional part that has no value, and counts what is beyond the limit", () => {
    const rows: Json[] = [
      { id: 1, name: "nut", price: 2 },
      { id: 2, name: "bolt" },
      { id: 3, name: "pin" },
    ];
    expect(renderLines(rows, lines)).toBe("1: nut, 2 EUR\n2: bolt\nand 1 more");
    expect(renderLines([], lines)).toBe("none");
  });

  it("adds decimal fractions as people do", () => {
    expect(aggregate([{ price: 0.1 }, { price: 0.2 }], { op: "sum", pointer: price })).toBe(0.3);
  });

  it("compares dates as days", () => {
    expect(passes({ due: "2026-03-04" }, { pointer: "/due", is: "less", to: "2026-03-10" })).toBe(true);
    expect(passes({ due: null }, { pointer: "/due", is: "less", to: "2026-03-10" })).toBe(false);
  });
});

describe("taking and computing", () => {
  it("takes the first of each value of a field, in order", () => {
    assert(
      property(table, integer({ min: 1, max: 5 }), (rows, count) => {
        const taken = takeRows(rows, { count, each: "/kind" });
        const keys = [...new Set(rows.map(({ kind }) => kind))];
        expect(taken).toEqual(keys.flatMap((key) => rows.filter(({ kind }) => kind === key).slice(0, count)));
      }),
    );
  });

  it("computes with a field or a number, and leaves out rows that lack one", () => {
    const rows = [{ there: 5, held: 2 }, { there: 4 }];
    expect(computeRows(rows, { pointer: "/there", by: "minus", with: "/held", as: "free" })).toEqual([
      { there: 5, held: 2, free: 3 },
    ]);
    expect(computeRows([{ price: 0.1 }], { pointer: "/price", by: "times", with: 3, as: "all" })).toEqual([
      { price: 0.1, all: 0.3 },
    ]);
  });
});

describe("finding rows by words", () => {
  const lamp = { code: "LMP-1", name: "Desk lamp 4x1.5", other: ["настольная лампа"] };
  const chair = { code: "CHR-2", name: "Folding chair", other: ["складной стул"] };
  const table = { code: "TBL-3", name: "Folding table", other: [] };
  const rows = [lamp, chair, table];

  it.each([
    ["all words in any text, by their start", [["fold"], ["chair"]], [chair]],
    ["a number inside a compound", [["1.5"]], [lamp]],
    ["one wrong letter where nothing is spelt so", [["chiar"]], [chair]],
    ["no misspelling where the word exists", [["table"]], [table]],
    ["another spelling", [["стулья", "стул"]], [chair]],
    ["nothing", [["wardrobe"]], []],
    ["nothing where one word of three is known", [["folding"], ["blue"], ["sky"]], []],
  ])("finds %s", (_, words, found) => {
    expect(findRows(rows, [{ words }], plainly)).toEqual(found);
  });

  it("names the words that the closest rows lack, and leaves them out where all are wanted", () => {
    expect(findRows(rows, [{ words: [["red"], ["chair"]] }], plainly)).toEqual([{ ...chair, not_found: "red" }]);
    expect(findRows(rows, [{ words: [["red"], ["chair"]] }], { ...plainly, exact: true })).toEqual([]);
  });

  it("prefers rows that were found, and lists each row once", () => {
    expect(findRows(rows, [{ rows: [lamp], words: [["chair"]] }, { words: [["lamp"]] }], plainly)).toEqual([lamp]);
  });
});
