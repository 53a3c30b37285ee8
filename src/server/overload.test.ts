import { describe, expect, it } from "vitest";
import { createOverload, overloadRules } from "./overload.ts";

const rules = { ...overloadRules, lateMs: 100, fewest: 0 };

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
      "in time again for a while",
      [
        [4, 150],
        [26, 5],
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

describe("how many may begin between two looks", () => {
  /** A process that does one request in a third of a millisecond, and refuses for nothing; so many come with every turn. */
  function begunOf(coming: number, turns: number): { begun: number[]; overload: ReturnType<typeof createOverload> } {
    const overload = createOverload();
    const begun: number[] = [];
    let now = 0;
    for (let turn = 0; turn < turns; turn += 1) {
      const taken = Array.from({ length: coming }, () => !overload.isSpent() && !overload.isOver(1)).filter(
        Boolean,
      ).length;
      const lateMs = Math.max(0, taken / 3 - 20);
      now += lateMs + 20;
      overload.note({ lateMs, busy: 0.5, now });
      begun.push(taken);
    }
    return { begun, overload };
  }

  it("comes near what makes the loop just not late, and stays there", () => {
    const { begun } = begunOf(400, 300);
    expect(begun.slice(0, 4)).toEqual([400, 400, 400, 400]);
    const settled = begun.slice(100);
    // 210 of them make a turn 50 ms late.
    expect(Math.max(...settled)).toBeLessThan(230);
    expect(settled.reduce((sum, one) => sum + one, 0) / settled.length).toBeGreaterThan(150);
  });

  it("is a few at least, and any number once nothing had to be refused for a while", () => {
    const { overload } = begunOf(400, 100);
    const many = (): number => Array.from({ length: 400 }, () => !overload.isOver(1)).filter(Boolean).length;
    let now = 100_000;
    for (let turn = 0; turn < 40; turn += 1) overload.note({ lateMs: 600, busy: 1, now: (now += 620) });
    expect(many()).toBe(overloadRules.fewest);
    overload.note({ lateMs: 0, busy: 0.1, now: (now += 20) });
    expect(many()).toBeLessThan(20);
    for (let turn = 0; turn < 40; turn += 1) overload.note({ lateMs: 0, busy: 0.1, now: (now += 20) });
    expect(many()).toBe(400);
  });
});

it("counts work of many turns by how much of it is under way", () => {
  const overload = createOverload({ ...rules, fewest: 2 });
  overload.note({ lateMs: 600, busy: 0.5, now: 600 });
  expect([overload.isOver(2), overload.isOver(3), overload.isSpent()]).toEqual([false, true, true]);
});

it("takes no more that would only wait while the loop never rests and many do, whatever else is under way", () => {
  const overload = createOverload();
  for (let now = 0; now < 600; now += 20) overload.note({ lateMs: 0, busy: 1, now });
  expect([overload.isOver(33, 63), overload.isOver(1, 64), overload.isOver(32), overload.isOver(33)]).toEqual([
    false,
    true,
    false,
    true,
  ]);
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
