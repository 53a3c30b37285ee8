import { describe, expect, it } from "vitest";
import type { ClarificationQuestion } from "../contracts/actions/plan.ts";
import { parseAnswer } from "./parse-answer.ts";

const title: ClarificationQuestion = { id: "title", question: "Что?", choices: [], free_text_allowed: true };
const choices = [
  { label: "Срочно", value: "1" },
  { label: "Обычный", value: "3" },
];
const priority: ClarificationQuestion = { id: "priority", question: "Когда?", choices, free_text_allowed: false };

describe("words while something is asked", () => {
  it.each<[string, string, ClarificationQuestion[], Record<string, string> | undefined]>([
    ["are the answer where any words are one", "удали STU-7", [title], { title: "удали STU-7" }],
    ["that name a choice are that choice", " срочно ", [priority], { priority: "1" }],
    ["that name it by its value, too", "3", [priority], { priority: "3" }],
    ["that name a choice of the other question answer that one", "Обычный", [title, priority], { priority: "3" }],
    ["that fit no choice answer the question that takes any", "Мудборд", [priority, title], { title: "Мудборд" }],
    ["that fit nothing are none", "удали STU-7", [priority], undefined],
    [
      "may be other than the choices where that is allowed",
      "x",
      [{ ...priority, free_text_allowed: true }],
      { priority: "x" },
    ],
    ["answer nothing where nothing is asked", "x", [], undefined],
  ])("%s", (_, text, questions, expected) => {
    expect(parseAnswer(text, questions)).toEqual(expected);
  });
});
