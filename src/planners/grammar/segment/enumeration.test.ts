import { describe, expect, it } from "vitest";
import { read } from "../../../language/reading.ts";
import { clauses } from "./clauses.ts";

const itemsIn = (text: string): number[] => [
  ...new Set(clauses(read(text, { now: "2026-03-04T10:00:00Z", zone: "UTC" })).map(({ item }) => item)),
];

describe("itemsOf", () => {
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
