import { describe, expect, it } from "vitest";
import { createOverload, overloadRules } from "./overload.ts";

const rules = { ...overloadRules, lateMs: 100, minAllowance: 0 };

type Turns = readonly (readonly [times: number, lateMs: number, busy?: number])[];

/** Records samples one after another; whether it rejects after the last. */
function after(turns: Turns, inFlight: number): boolean {
  const overload = createOverload(rules);
  let now = 0;
  for (const [times, lateMs, busy = 0.5] of turns)
    for (let at = 0; at < times; at += 1) {
      now += lateMs + 20;
      overload.record({ lateMs, busy, now });
    }
  return overload.rejects(inFlight);
}

// Shedding during a garbage collection rejects good requests; shedding too late lets a queue grow.
describe("event-loop lag", () => {
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

describe("the allowance between two samples", () => {
  /** A process that takes a third of a millisecond for a request and nothing for a rejection; a fixed number arrives with every sample. */
  function begunOf(coming: number, turns: number): { begun: number[]; overload: ReturnType<typeof createOverload> } {
    const overload = createOverload();
    const begun: number[] = [];
    let now = 0;
    for (let turn = 0; turn < turns; turn += 1) {
      const taken = Array.from({ length: coming }, () => !overload.overLimit() && !overload.rejects(1)).filter(
        Boolean,
      ).length;
      const lateMs = Math.max(0, taken / 3 - 20);
      now += lateMs + 20;
      overload.record({ lateMs, busy: 0.5, now });
      begun.push(taken);
    }
    return { begun, overload };
  }

  it("converges to the load that just avoids lag", () => {
    const { begun } = begunOf(400, 300);
    expect(begun.slice(0, 4)).toEqual([400, 400, 400, 400]);
    const settled = begun.slice(100);
    // 210 requests cause a lag of 50 ms.
    expect(Math.max(...settled)).toBeLessThan(230);
    expect(settled.reduce((sum, one) => sum + one, 0) / settled.length).toBeGreaterThan(150);
  });

  it("has a minimum, and is lifted once nothing was rejected for a while", () => {
    const { overload } = begunOf(400, 100);
    const many = (): number => Array.from({ length: 400 }, () => !overload.rejects(1)).filter(Boolean).length;
    let now = 100_000;
    for (let turn = 0; turn < 40; turn += 1) overload.record({ lateMs: 600, busy: 1, now: (now += 620) });
    expect(many()).toBe(overloadRules.minAllowance);
    overload.record({ lateMs: 0, busy: 0.1, now: (now += 20) });
    expect(many()).toBeLessThan(20);
    for (let turn = 0; turn < 40; turn += 1) overload.record({ lateMs: 0, busy: 0.1, now: (now += 20) });
    expect(many()).toBe(400);
  });
});

it("counts long requests by how many are in flight", () => {
  const overload = createOverload({ ...rules, minAllowance: 2 });
  overload.record({ lateMs: 600, busy: 0.5, now: 600 });
  expect([overload.rejects(2), overload.rejects(3), overload.overLimit()]).toEqual([false, true, true]);
});

it("rejects further waiting requests while the loop is fully busy and many wait", () => {
  const overload = createOverload();
  for (let now = 0; now < 600; now += 20) overload.record({ lateMs: 0, busy: 1, now });
  expect([overload.rejects(33, 63), overload.rejects(1, 64), overload.rejects(32), overload.rejects(33)]).toEqual([
    false,
    true,
    false,
    true,
  ]);
});

describe("a fully busy loop", () => {
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
