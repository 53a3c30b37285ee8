import { describe, expect, it } from "vitest";
import { isWeighed, prohibitions } from "./prohibition.ts";
import { read, type Reading } from "../reading.ts";

const readingOf = (text: string): Reading => read(text, { now: "2026-03-04T10:00:00Z", zone: "UTC" });

describe("what must not be done", () => {
  it.each([
    ["не ставь сделку Луч на паузу", "all"],
    ["не надо ставить Луч на паузу", "all"],
    ["Луч не трогай", "all"],
    ["пожалуйста, не удаляйте задачи", "all"],
    ["нельзя закрывать эту сделку", "all"],
    ["don't pause Acme", "all"],
    ["Please don’t close the overdue tasks", "all"],
    ["do not delete anything", "all"],
    ["never move it to lost", "all"],
    ["не удаляй задачу, а закрой её", "part"],
    ["close STU-2 but don't delete it", "part"],
    ["не забудь создать задачу", "nothing"],
    ["не могли бы вы закрыть задачу?", "nothing"],
    ["don't forget to close STU-2", "nothing"],
    ["создай задачу не звонить клиенту до среды", "nothing"],
    ["задача: не звонить клиенту", "nothing"],
    ["закрой задачу «не звонить»", "nothing"],
    ["закрой задачи, которые не начаты", "nothing"],
    ["delete leads that don't have a phone", "nothing"],
    ["if they do not have a meeting, book one", "nothing"],
    ["переведи сделку Луч в КП", "nothing"],
    ["", "nothing"],
  ])("%s: %s", (text, expected) => {
    expect(prohibitions(readingOf(text))).toBe(expected);
  });
});

describe("what is only weighed", () => {
  it.each([
    ["стоит ли ставить Луч на паузу?", true],
    ["не пора ли закрыть сделку?", true],
    ["should I pause Acme?", true],
    ["можешь ли ты закрыть задачу?", false],
    ["не могли ли бы вы закрыть задачу?", false],
    ["can you close STU-2?", false],
    ["закрой задачу", false],
  ])("%s: %s", (text, expected) => {
    expect(isWeighed(readingOf(text))).toBe(expected);
  });
});

describe("a text that only forbids", () => {
  it.each([
    "не отправляй PO-5001 поставщику",
    "Пожалуйста, не удаляй задачу",
    "не надо создавать задачу",
    "нельзя закрывать сделку Ромашка",
    "don't email PO-5001 to the vendor",
    "Please do not delete the file",
    "never send this quote",
  ])("%s", (goal) => {
    expect(prohibitions(readingOf(goal))).toBe("all");
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
    expect(prohibitions(readingOf(goal))).not.toBe("all");
  });
});
