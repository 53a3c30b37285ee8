import { describe, expect, it } from "vitest";
import { createOverload } from "./overload.ts";

const rules = { lateMs: 100, mostWhenLate: 0, busy: 0.97, mostWhenBusy: 32, patienceMs: 500, relapseMs: 5_000 };

type Turns = readonly (readonly [times: number, lateMs: number, busy?: number])[];

/** Looks one after another; whether it is over after the last. */
function after(turns: Turns, inFlight: number): boolean {
  const overload = createOverload(rules);
  let now = 0;
  for (const [times, lateMs, busy = 0.5] of turns)
    for (let at = 0; at < times; at += 1) {
      now += lateMs + 20;
      overload.note({ lateMs, busy, now });
    }
  return overload.isOver(inFlight);
}

// Shedding that begins at a pause of the collector turns good requests away; shedding that begins late lets a queue grow.
describe("a loop that is late", () => {
  it.each<[string, Turns, boolean]>([
    ["in time", [[100, 5]], false],
    ["just in time, for ever", [[100, 100]], false],
    [
      "one pause",
      [
        [10, 5],
        [1, 400],
      ],
      false,
    ],
    [
      "pauses with turns in time between them",
      [
        [1, 400],
        [1, 5],
        [1, 400],
        [1, 5],
        [1, 400],
      ],
      false,
    ],
    ["late for long enough", [[4, 150]], true],
    ["one turn that is longer than all patience", [[1, 500]], true],
    [
      "in time again",
      [
        [4, 150],
        [1, 5],
      ],
      false,
    ],
    [
      "late once more soon after",
      [
        [4, 150],
        [1, 5],
        [1, 150],
      ],
      true,
    ],
    [
      "late once more long after",
      [
        [4, 150],
        [250, 5],
        [1, 150],
      ],
      false,
    ],
  ])("%s", (_, turns, expected) => {
    expect(after(turns, 1)).toBe(expected);
  });
});

it("begins a few between two looks, also while it is late", () => {
  const overload = createOverload({ ...rules, mostWhenLate: 2 });
  const late = (now: number): void => overload.note({ lateMs: 600, busy: 0.5, now });
  const three = (): boolean[] => Array.from({ length: 3 }, () => overload.isOver(1));
  late(600);
  expect(three()).toEqual([false, false, true]);
  late(1_220);
  expect(three()).toEqual([false, false, true]);
  late(1_840);
  expect(overload.isOver(3)).toBe(true);
});

describe("a loop that never rests", () => {
  it.each<[string, Turns, number, boolean]>([
    ["for long enough, with many under way", [[26, 0, 1]], 33, true],
    ["for long enough, with few under way", [[26, 0, 1]], 32, false],
    ["for a burst, with many under way", [[20, 0, 1]], 500, false],
    ["that rests a little, with many under way", [[100, 0, 0.9]], 500, false],
    [
      "again soon after",
      [
        [26, 0, 1],
        [5, 0, 0.5],
        [1, 0, 1],
      ],
      33,
      true,
    ],
  ])("%s", (_, turns, inFlight, expected) => {
    expect(after(turns, inFlight)).toBe(expected);
  });
});
