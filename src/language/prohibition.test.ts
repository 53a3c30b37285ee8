import { describe, expect, it } from "vitest";
import { isProhibition } from "./prohibition.ts";
import { tokenize } from "./tokenize.ts";

describe("isProhibition", () => {
  it.each([
    "не отправляй PO-5001 поставщику",
    "Пожалуйста, не удаляй задачу",
    "не надо создавать задачу",
    "нельзя закрывать сделку Ромашка",
    "don't email PO-5001 to the vendor",
    "Please do not delete the file",
    "never send this quote",
  ])("%s", (goal) => {
    expect(isProhibition(tokenize(goal))).toBe(true);
  });

  it.each([
    "отправь PO-5001 поставщику",
    "не забудь отправить PO-5001",
    "создай задачу, но не отправляй письмо",
    "какие сметы не отправили?",
    "Which quotes were not sent?",
    "Don't forget to send the report",
    "сообщение не доставлено",
    "",
  ])("not: %s", (goal) => {
    expect(isProhibition(tokenize(goal))).toBe(false);
  });
});
