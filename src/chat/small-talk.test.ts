import { describe, expect, it } from "vitest";
import { smallTalk } from "./small-talk.ts";

describe("small context", () => {
  it.each([
    ["Привет!", "greeting"],
    ["Добрый день 👋", "greeting"],
    ["hello there", "greeting"],
    ["Что ты умеешь?", "help"],
    ["what can you do?", "help"],
    ["помощь", "help"],
    ["Спасибо большое!", "thanks"],
    ["thanks", "thanks"],
  ])("%s is %s", (text, kind) => {
    expect(smallTalk(text)).toBe(kind);
  });

  it.each([
    "Привет, создай задачу позвонить Анне",
    "создай задачу: сказать спасибо",
    "help Anna with the invoice",
    "что по клиенту Ромашка",
    "да",
    "",
  ])("%j may ask for something", (text) => {
    expect(smallTalk(text)).toBeUndefined();
  });
});
