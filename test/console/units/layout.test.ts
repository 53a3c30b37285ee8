import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { layoutSteps, nodeSize } from "../../../console/src/plan/layout.ts";

const chain = [
  { id: "a", dependsOn: [] },
  { id: "b", dependsOn: ["a"] },
  { id: "c", dependsOn: ["b", "a", "b", "nobody", "c"] },
];

describe("layoutSteps", () => {
  it("puts a step behind all it waits for, and draws each known dependency once", () => {
    const { positions, lines } = layoutSteps(chain);
    const [a, b, c] = positions;
    expect(positions.map(({ id }) => id)).toEqual(["a", "b", "c"]);
    expect([a?.y, b?.y, c?.y]).toEqual([a?.y, a?.y, a?.y]);
    expect(lines).toEqual([
      { from: "a", to: "b" },
      { from: "b", to: "c" },
      { from: "a", to: "c" },
    ]);
  });

  it("goes down instead of right on a narrow screen", () => {
    const [a, b] = layoutSteps(chain, true).positions;
    expect(a?.x).toBe(b?.x);
    expect((b?.y ?? 0) - (a?.y ?? 0)).toBeGreaterThanOrEqual(nodeSize.height);
  });

  it("gives every step a place also where they wait in a circle", () => {
    const circle = [
      { id: "a", dependsOn: ["b"] },
      { id: "b", dependsOn: ["a"] },
    ];
    expect(layoutSteps(circle).positions).toHaveLength(2);
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
        const { positions, lines } = layoutSteps(steps);
        const byId = new Map(positions.map((spot) => [spot.id, spot]));
        const pairs = positions.flatMap((a, at) => positions.slice(at + 1).map((b) => isApart(a, b)));
        const forward = lines.every(({ from, to }) => (byId.get(from)?.x ?? 0) < (byId.get(to)?.x ?? 0));
        return positions.length === steps.length && pairs.every(Boolean) && forward;
      }),
      { seed: 9, numRuns: 200 },
    );
  });
});
