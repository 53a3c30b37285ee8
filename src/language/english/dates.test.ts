import { describe, expect, it } from "vitest";
import type { Moment } from "../language.ts";
import { timesIn } from "../times-in.ts";

const dates = (text: string, setting: { now: string; zone: string }) => timesIn(text, setting).dates;

const setting = { now: "2026-03-04T22:30:00Z", zone: "Asia/Tokyo" };
const day = ({ year, month, day }: Moment): string => [year, month, day].join("-");

describe("dates", () => {
  it.each([
    ["meet tomorrow", "2026-3-6"],
    ["on 12 May 2027", "2027-5-12"],
    ["by next Friday", "2026-3-13"],
    ["in two weeks", "2026-3-19"],
    ["on 2026-11-30", "2026-11-30"],
    ["on June 3rd, 2026", "2026-6-3"],
  ])("%s, counted from the given clock in the given zone", (text, expected) => {
    const [reading] = dates(text, setting);
    expect(reading && day(reading.start)).toBe(expected);
  });

  it("reads a range with both ends", () => {
    const [reading] = dates("from March 10, 2026 to March 20, 2026", setting);
    expect(reading?.end && day(reading.end)).toBe("2026-3-20");
  });

  it("tells a bare time from a date", () => {
    const [reading] = dates("at 5:30 pm", setting);
    expect(reading?.start).toMatchObject({ hour: 17, minute: 30 });
    expect(reading?.certain).toMatchObject({ time: true, date: false });
  });

  it.each(["12 apples", "second thoughts", "may I go", "version 3.5"])("sees no date in: %s", (text) => {
    expect(dates(text, setting)).toEqual([]);
  });

  it("takes an unreadable clock and an unknown zone without a throw", () => {
    expect(() => dates("tomorrow", { now: "never", zone: "Mars/Olympus" })).not.toThrow();
  });
});
