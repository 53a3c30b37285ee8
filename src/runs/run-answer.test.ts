import { describe, expect, it } from "vitest";
import type { ResultRow } from "../contracts/structured/results.ts";
import { runAnswer } from "./run-answer.ts";

const row = (part: Partial<ResultRow>): ResultRow => ({
  step_id: "s1",
  tool: "find",
  ok: true,
  skipped: false,
  reason: null,
  degraded: false,
  degraded_reason: null,
  degraded_from: null,
  ...part,
});

describe("the answer of a run", () => {
  it.each<[string, ResultRow[], string | undefined]>([
    ["is its message", [row({}), row({ tool: "message", output: { content: "Two boats." } })], "Two boats."],
    [
      "says what failed in the tool's words, once",
      [
        row({ ok: false, reason: "boat_not_found", error: "There is no boat 7. Did you mean B-07?" }),
        row({ ok: false, reason: "boat_not_found", error: "There is no boat 7. Did you mean B-07?" }),
        row({ tool: "message", ok: false, skipped: true, reason: "dependency" }),
      ],
      "There is no boat 7. Did you mean B-07?",
    ],
    ["is absent where nothing was said", [row({ output: { n: 1 } })], undefined],
    ["is absent while a step waits", [row({ ok: false, skipped: true, reason: "pending" })], undefined],
  ])("%s", (_, rows, expected) => {
    expect(runAnswer(rows)).toBe(expected);
  });
});
