import { describe, expect, it } from "vitest";
import { charge, cut, type ReasonerOutput } from "./charge.ts";

const left = { reason: 100, answer: 50 };
const call = { name: "a", args: {} };
const said = (given: Partial<ReasonerOutput>): ReasonerOutput => ({
  thought: null,
  text: "",
  calls: [],
  stop: "end",
  ...given,
});

describe("charge", () => {
  it.each<[string, Partial<ReasonerOutput>, object]>([
    ["calls are reasoning", { calls: [call], outputTokens: 30 }, { reason: 30, answer: 0 }],
    ["text beside calls too", { calls: [call], text: "I look.", outputTokens: 30 }, { reason: 30, answer: 0 }],
    ["text alone is the answer", { text: "So.", outputTokens: 30 }, { reason: 0, answer: 30 }],
    ["a thought has its part", { thought: "abcd", text: "abcd", outputTokens: 30 }, { reason: 15, answer: 15 }],
    ["no model, no tokens", { text: "So." }, { reason: 0, answer: 0 }],
    [
      "too much reasoning",
      { calls: [call], outputTokens: 120 },
      { reason: 100, answer: 20, over: "max_tokens_reason" },
    ],
    ["far too much", { calls: [call], outputTokens: 1e9 }, { reason: 100, answer: 50, over: "max_tokens_reason" }],
    [
      "an answer that is cut off",
      { text: "So", stop: "length", outputTokens: 9 },
      { answer: 9, over: "max_tokens_answer" },
    ],
    ["a thought that is", { thought: "hm", stop: "length", outputTokens: 9 }, { reason: 9, over: "max_tokens_reason" }],
    ["a count that is none", { text: "12345678", outputTokens: Number.NaN }, { answer: 2 }],
    ["a count that cannot be", { text: "x".repeat(1600), outputTokens: 1 }, { answer: 50, over: "max_tokens_answer" }],
  ])("%s", (_, given, expected) => {
    expect(charge(said(given), left)).toMatchObject(expected);
  });

  it("never cuts a character in half", () => {
    expect(cut("ab🙂d", 0.6)).toBe("ab");
    expect(cut("ab🙂d", 0.8)).toBe("ab🙂");
    expect(cut("abc", 1)).toBe("abc");
  });
});
