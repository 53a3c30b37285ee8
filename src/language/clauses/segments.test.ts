import { describe, expect, it } from "vitest";
import { read } from "../reading.ts";
import { segmentsOf } from "./segments.ts";

const setting = { now: "2026-03-04T10:00:00Z", zone: "UTC" };

function parts(goal: string): string[] {
  const reading = read(goal, setting);
  return segmentsOf(reading)
    .filter(({ weak }) => !weak)
    .map(({ from, to }) => reading.source.slice(reading.tokens[from]?.from, reading.tokens[to - 1]?.to));
}

const strong = (goal: string): number => parts(goal).length;

describe("segmentsOf", () => {
  it.each<[string, number]>([
    ["Book a room.", 1],
    ["Book a room and order a cake", 2],
    ["Book a room, then call Anna, and finally send the bill", 3],
    ["What is the weather in Rome? Also book a room.", 2],
    ["Rice, beans and corn", 1],
    ["Get the price in Oslo and in Bergen", 2],
    ["The first circle has radius 5, the second circle has radius 9", 2],
    ["Order soup if the shop is open", 2],
    ["Check if the shop is open", 1],
    ["Play A, and in Rome B, for 5 and 10 minutes respectively", 1],
    ["Send [1, 2 and get 3] on", 1],
    ["Ask Dr. Lee about it", 1],
  ])("%s has %d", (goal, count) => {
    expect(strong(goal)).toBe(count);
  });

  it("marks the rest of a coordination as weak, a comparing condition as guard, a repetition as again", () => {
    const flags = (goal: string): object[] =>
      segmentsOf(read(goal, setting)).map(({ weak, guard, again }) => ({ weak, guard, again }));
    expect(flags("solar power for 3 years and wind power for 5 years")).toMatchObject([
      { weak: false },
      { weak: true },
    ]);
    expect(flags("Order soup if there are fewer than 3 bowls")).toMatchObject([{ guard: false }, { guard: true }]);
    expect(flags("Draw a map. Do the same in red.")).toMatchObject([{ again: false }, { again: true }]);
  });

  it("never gives more parts than it can hold, and covers the text in order", () => {
    const reading = read("Get soup. ".repeat(400), setting);
    const segments = segmentsOf(reading);
    expect(segments.length).toBeLessThanOrEqual(24);
    expect(segments.every((segment, i) => i === 0 || segment.from >= (segments[i - 1]?.to ?? 0))).toBe(true);
  });
});

const itemsIn = (text: string): number[] => [...new Set(segmentsOf(read(text, setting)).map(({ item }) => item))];

describe("the items of segments", () => {
  it.each<[string, number]>([
    ["First, book a room. It needs a desk. Second, order lunch. Lastly, send the bill.", 3],
    ["Find a flat in Ghent. After that, find a school. In addition, find a gym.", 2],
    ["Also, play some music.", 1],
    ["Сначала найди отель. Затем закажи такси. Наконец, отправь счёт.", 2],
  ])("counts what is enumerated: %s", (text, items) => {
    expect(itemsIn(text).filter((item) => item > 0)).toHaveLength(items);
  });

  it.each([
    "The first car is red. The second car is blue.",
    "First class tickets are sold out. Find others.",
    "Find a flat.",
  ])("leaves things in an order alone: %s", (text) => {
    expect(itemsIn(text)).toEqual([0]);
  });
});
