import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { layoutSteps, nodeSize } from "../../../console/src/plan/layout.ts";

const chain = [
  { id: "a", dependsOn: [] },
  { id: "b", dependsOn: ["a"] },
  { id: "c", dependsOn: ["b", "a", "b", "nobody", "c"] },
];

describe("layoutSteps", () => {
  it("places a step after its dependencies and draws each known dependency once", () => {
    const { positions, connections } = layoutSteps(chain);
    const [a, b, c] = positions;
    expect(positions.map(({ id }) => id)).toEqual(["a", "b", "c"]);
    expect([a?.y, b?.y, c?.y]).toEqual([a?.y, a?.y, a?.y]);
    expect(connections).toEqual([
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

  it("wraps a long chain instead of becoming wider than a screen", () => {
    const long = Array.from({ length: 1000 }, (_, at) => ({ id: `s${at}`, dependsOn: at === 0 ? [] : [`s${at - 1}`] }));
    const { positions } = layoutSteps(long);
    expect(Math.max(...positions.map(({ x }) => x))).toBeLessThan(10 * nodeSize.width);
    expect(new Set(positions.map(({ x, y }) => `${x} ${y}`)).size).toBe(1000);
  });

  it("places every step also in a cycle", () => {
    const circle = [
      { id: "a", dependsOn: ["b"] },
      { id: "b", dependsOn: ["a"] },
    ];
    expect(layoutSteps(circle).positions).toHaveLength(2);
  });

  // For any plan: no overlaps, and no connection runs backwards.
  it("never overlaps steps nor places one before its dependency", () => {
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
        const { positions, connections } = layoutSteps(steps);
        const byId = new Map(positions.map((spot) => [spot.id, spot]));
        const pairs = positions.flatMap((a, at) => positions.slice(at + 1).map((b) => isApart(a, b)));
        // In reading order: to the right, or in a band below.
        const band = 2 * nodeSize.height;
        const forward = connections.every(({ from, to }) => {
          const [a, b] = [byId.get(from), byId.get(to)];
          return (a?.x ?? 0) < (b?.x ?? 0) || (b?.y ?? 0) - (a?.y ?? 0) >= band / 2;
        });
        return positions.length === steps.length && pairs.every(Boolean) && forward;
      }),
      { seed: 9, numRuns: 200 },
    );
  });
});
