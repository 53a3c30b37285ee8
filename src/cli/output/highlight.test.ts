import { describe, expect, it } from "vitest";
import { highlight, wantsColour } from "./highlight.ts";

const plain = (text: string): string =>
  text
    .split("\u001b")
    .map((part, at) => (at === 0 ? part : part.replace(/^\[\d+m/, "")))
    .join("");

describe("colours", () => {
  it.each([
    ["  s1  ok       book_repair\n", "\u001b[32mok\u001b[0m"],
    ["run-1  completed COMPLETED  2026-01-01T00:00:00.000Z\n", "\u001b[32mcompleted COMPLETED\u001b[0m"],
    ["run-1  waiting: approval    2026\n", "\u001b[33mwaiting: approval\u001b[0m"],
    ["plan.json#/steps: has 3 steps [STEP_COUNT]\n", "\u001b[2m [STEP_COUNT]\u001b[0m"],
    ["planwright: cannot read x\n", "\u001b[31mplanwright: \u001b[0m"],
  ])("%j marks its status and keeps its words", (text, painted) => {
    expect(highlight(text)).toContain(painted);
    expect(plain(highlight(text))).toBe(text);
  });

  it.each(['{"status":"ok"}\n', "it is ok to go\n", "the failed attempt\n"])("%j has none", (text) => {
    expect(highlight(text)).toBe(text);
  });

  it("are for terminals, unless NO_COLOR is set", () => {
    expect(wantsColour(true, {})).toBe(true);
    expect(wantsColour(true, { NO_COLOR: "1" })).toBe(false);
    expect(wantsColour(true, { TERM: "dumb" })).toBe(false);
    expect(wantsColour(false, {})).toBe(false);
  });
});
