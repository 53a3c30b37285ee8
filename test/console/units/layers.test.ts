import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { layOut, nodeSize } from "../../../console/src/plan/layers.ts";

const chain = [
  { id: "a", dependsOn: [] },
  { id: "b", dependsOn: ["a"] },
  { id: "c", dependsOn: ["b", "a", "b", "nobody", "c"] },
];

describe("layOut", () => {
  it("puts a step behind all it waits for, and draws each known dependency once", () => {
    const { spots, lines } = layOut(chain);
    const [a, b, c] = spots;
    expect(spots.map(({ id }) => id)).toEqual(["a", "b", "c"]);
    expect([a?.y, b?.y, c?.y]).toEqual([a?.y, a?.y, a?.y]);
    expect(lines).toEqual([
      { from: "a", to: "b" },
      { from: "b", to: "c" },
      { from: "a", to: "c" },
    ]);
  });

  it("goes down instead of right on a narrow screen", () => {
    const [a, b] = layOut(chain, true).spots;
    expect(a?.x).toBe(b?.x);
    expect((b?.y ?? 0) - (a?.y ?? 0)).toBeGreaterThanOrEqual(nodeSize.height);
  });

  it("gives every step a place also where they wait in a circle", () => {
    const circle = [
      { id: "a", dependsOn: ["b"] },
      { id: "b", dependsOn: ["a"] },
    ];
    expect(layOut(circle).spots).toHaveLength(2);
  });

  // Whatever the plan: nothing lies on anything else, and no line runs backwards.
  it("never puts two steps on one place, nor a step before what it waits for", () => {
    const plans = fc.array(fc.array(fc.nat(30), { maxLength: 3 }), { maxLength: 60 }).map((list) =>
      list.map((needs, at) => ({
        id: `s${at}`,
        dependsOn: needs.filter((need) => need < at).map((need) => `s${need}`),
      })),
    );
    const isApart = (a: { x: number; y: number }, b: { x: number; y: number }): boolean =>
      Math.abs(a.x - b.x) >= nodeSize.width || Math.abs(a.y - b.y) >= nodeSize.height;
    fc.assert(
      fc.property(plans, (steps) => {
        const { spots, lines } = layOut(steps);
        const byId = new Map(spots.map((spot) => [spot.id, spot]));
        const pairs = spots.flatMap((a, at) => spots.slice(at + 1).map((b) => isApart(a, b)));
        const forward = lines.every(({ from, to }) => (byId.get(from)?.x ?? 0) < (byId.get(to)?.x ?? 0));
        return spots.length === steps.length && pairs.every(Boolean) && forward;
      }),
      { seed: 9, numRuns: 200 },
    );
  });
});
