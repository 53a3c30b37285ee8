import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createGraph, type Graph } from "./graph.ts";

/** `a<b,c` is a step `a` that depends on `b` and `c`. */
function graph(...steps: string[]): Graph {
  return createGraph(
    steps.map((step) => {
      const [id = "", dependsOn = ""] = step.split("<");
      return { id, dependsOn: dependsOn === "" ? [] : dependsOn.split(",") };
    }),
  );
}

describe("createGraph", () => {
  it.each<[string, string[], number[][], number[][]]>([
    ["nothing", [], [], []],
    ["a chain", ["a", "b<a", "c<b"], [[0], [1], [2]], []],
    ["a chain written backwards", ["c<b", "b<a", "a"], [[2], [1], [0]], []],
    ["a diamond", ["a", "b<a", "c<a", "d<b,c"], [[0], [1, 2], [3]], []],
    ["the longest way decides", ["a", "b<a", "c<a,b"], [[0], [1], [2]], []],
    ["no edges", ["a", "b"], [[0, 1]], []],
    ["unknown and self are left out", ["a<a,x", "b<a,a"], [[0], [1]], []],
    ["of two equal ids the first counts", ["a", "a", "b<a"], [[0, 1], [2]], []],
    ["a cycle, and a step behind it", ["a<b", "b<a", "c<b", "d"], [[3]], [[0, 1]]],
    ["a step before a cycle", ["x", "a<x,b", "b<a"], [[0]], [[1, 2]]],
    ["behind a cycle and a free step", ["a<b", "b<a", "x", "c<b,x", "d<x,b"], [[2]], [[0, 1]]],
    [
      "two cycles",
      ["a<b", "b<a", "c<d", "d<c"],
      [],
      [
        [0, 1],
        [2, 3],
      ],
    ],
    ["a knot names its shortest way", ["a<b", "b<c", "c<a,b"], [], [[0, 1, 2]]],
    ["a cycle entered from the side", ["x<b", "a<b", "b<c", "c<a"], [], [[1, 2, 3]]],
  ])("%s", (_, steps, levels, cycles) => {
    const made = graph(...steps);
    expect(made.levels).toEqual(levels);
    expect(made.order).toEqual(levels.flat());
    expect(made.cycles).toEqual(cycles);
  });

  it("ignores ids and dependencies that are not strings", () => {
    const made = createGraph([{ id: 1, dependsOn: [] }, { dependsOn: [1, undefined] }, { id: "c", dependsOn: [null] }]);
    expect([...made.positions]).toEqual([["c", 2]]);
    expect(made.levels).toEqual([[0, 1, 2]]);
  });

  it("answers for unknown positions", () => {
    const made = graph("a", "b<a");
    expect(made.dependsOn(7, 0)).toBe(false);
    expect(made.dependsOn(1, 7)).toBe(false);
    expect(made.ancestors(7)).toEqual([]);
  });

  it("agrees with a plain search on any graph, cyclic ones too", () => {
    const edges = fc.array(fc.array(fc.nat(39), { maxLength: 4 }), { maxLength: 40 });
    fc.assert(
      fc.property(edges, (lists) => {
        const made = createGraph(lists.map((list, at) => ({ id: `s${at}`, dependsOn: list.map((to) => `s${to}`) })));
        const reach = lists.map((_, from) => search(from, lists));
        lists.forEach((_, from) => {
          expect(made.ancestors(from)).toEqual([...(reach[from] ?? [])].toSorted((a, b) => a - b));
          lists.forEach((__, to) =>
            expect(made.dependsOn(from, to), `${from} ${to}`).toBe(reach[from]?.has(to) ?? false),
          );
        });
        const knotted = lists.map(
          (_, at) => reach[at]?.has(at) === true || [...(reach[at] ?? [])].some((up) => reach[up]?.has(up)),
        );
        expect(made.order.toSorted((a, b) => a - b)).toEqual(
          lists.flatMap((_, at) => (knotted[at] === true ? [] : [at])),
        );
        for (const cycle of made.cycles)
          cycle.forEach((step, at) => expect(made.dependencies[step]).toContain(cycle[(at + 1) % cycle.length]));
      }),
      { seed: 11, numRuns: 200 },
    );
  });

  it("holds a chain of 10,000 steps in any order", () => {
    for (const backwards of [false, true]) {
      const steps = Array.from({ length: 10_000 }, (_, at) => ({
        id: `s${at}`,
        dependsOn: at === 0 ? [] : [`s${at - 1}`],
      }));
      const made = createGraph(backwards ? steps.toReversed() : steps);
      const [first, last] = backwards ? [9_999, 0] : [0, 9_999];
      expect(made.levels).toHaveLength(10_000);
      expect(made.dependsOn(last, first)).toBe(true);
      expect(made.dependsOn(first, last)).toBe(false);
    }
  });
});

function search(from: number, lists: readonly number[][]): Set<number> {
  const next = (at: number): number[] => (lists[at] ?? []).filter((to) => to !== at && to < lists.length);
  const found = new Set(next(from));
  for (const at of found) for (const to of next(at)) found.add(to);
  return found;
}
