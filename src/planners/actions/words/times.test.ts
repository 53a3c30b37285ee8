import { describe, expect, it } from "vitest";
import { timesOf } from "./times.ts";
import { placed, writeDate } from "./when.ts";

// Thursday.
const now = Date.UTC(2024, 4, 9);

function read(text: string, tense?: "past" | "future"): string[] {
  return timesOf(text, now).map((time) => {
    if (time.is === "time") return `${time.minutes} min`;
    if (time.is === "span") return `${time.count} ${time.unit}`;
    const { from, to } = placed(time.when, now, tense);
    const last = writeDate(to - 1);
    return writeDate(from) === last ? last : `${writeDate(from)}..${last}`;
  });
}

describe("times in English", () => {
  it.each([
    ["tomorrow", ["2024-05-10"]],
    ["on 2024-02-03", ["2024-02-03"]],
    ["on Friday", ["2024-05-10"]],
    ["next Friday", ["2024-05-17"]],
    ["last friday", ["2024-05-03"]],
    ["on Thursday", ["2024-05-16"]],
    ["this week", ["2024-05-06..2024-05-12"]],
    ["next week", ["2024-05-13..2024-05-19"]],
    ["the last 3 days", ["2024-05-06..2024-05-09"]],
    ["in the past two weeks", ["2024-04-25..2024-05-09"]],
    ["3 weeks ago", ["2024-04-18"]],
    ["in March", ["2024-03-01..2024-03-31"]],
    ["at 3:30", ["930 min"]],
    ["at 11", ["660 min"]],
    ["at 2pm", ["840 min"]],
    ["before 2", ["840 min"]],
    ["at 12.", ["720 min"]],
    ["a 1.5 hour event", ["1.5 hour"]],
    ["a half-hour call", ["30 minute"]],
    ["half an hour", ["30 minute"]],
    ["30-minute", ["30 minute"]],
    ["in six weeks", ["6 week"]],
    ["more than 11", []],
    ["by 10%", []],
  ])("%s", (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it("a date without a year, and a day of the week, lie where what they are said of lies", () => {
    expect(read("December 20", "past")).toEqual(["2023-12-20"]);
    expect(read("December 20", "future")).toEqual(["2024-12-20"]);
    expect(read("monday and the previous monday", "past")).toEqual(["2024-05-06", "2024-04-29"]);
  });
});
