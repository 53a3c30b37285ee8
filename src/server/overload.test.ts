import { describe, expect, it } from "vitest";
import { createOverload } from "./overload.ts";

const rules = { lateMs: 100, patienceMs: 500, relapseMs: 5_000 };

/** Turns of the loop, each so late and so long after the one before it. */
function after(turns: readonly (readonly [lateMs: number, times: number])[]): boolean[] {
  const overload = createOverload(rules);
  let now = 0;
  return turns.flatMap(([lateMs, times]) =>
    Array.from({ length: times }, () => {
      now += lateMs + 20;
      overload.note(lateMs, now);
      return overload.isOver();
    }),
  );
}

// Shedding that begins at a pause of the collector turns good requests away; shedding that begins late lets a queue grow.
describe("overload", () => {
  it.each<[string, Parameters<typeof after>[0], boolean]>([
    ["turns in time", [[5, 100]], false],
    ["turns just in time, for ever", [[100, 100]], false],
    [
      "one pause",
      [
        [5, 10],
        [400, 1],
      ],
      false,
    ],
    [
      "pauses with turns in time between them",
      [
        [400, 1],
        [5, 1],
        [400, 1],
        [5, 1],
        [400, 1],
      ],
      false,
    ],
    ["late for long enough", [[150, 4]], true],
    ["one turn that is longer than all patience", [[500, 1]], true],
    [
      "in time again",
      [
        [150, 4],
        [5, 1],
      ],
      false,
    ],
    [
      "late once more soon after",
      [
        [150, 4],
        [5, 1],
        [150, 1],
      ],
      true,
    ],
    [
      "late once more long after",
      [
        [150, 4],
        [5, 250],
        [150, 1],
      ],
      false,
    ],
  ])("%s", (_, turns, expected) => {
    expect(after(turns).at(-1)).toBe(expected);
  });
});
