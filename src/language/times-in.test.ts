import { expect, it } from "vitest";
import { timesIn } from "./times-in.ts";

const texts = [
  "Order 12 bolts",
  "call Ann at 8",
  "in 20 minutes",
  "29.02",
  "закажи 5 штук",
  "напомни вечером",
  "1.5 hours",
];

it("finds a date in a text at every time of a day or at none, so that one answer is kept for the day", () => {
  const clocks = ["00:00:00", "07:59:59", "12:00:00", "23:59:59"].map((time) => ({
    now: `2026-02-28T${time}Z`,
    zone: "UTC",
  }));
  // A space more at each clock: nothing kept for another clock is used.
  for (const text of texts) {
    const counts = clocks.map((clock, at) => timesIn(`${text}${" ".repeat(at)}`, clock).dates.length);
    expect(new Set(counts).size, text).toBe(1);
  }
});
