import { expect, it } from "vitest";
import { writtenLanguage } from "./written-language.ts";

it.each([
  ["Move the deal Ромашка to paused", "en"],
  ["Move Альфа Мед: личный кабинет to paused", "en"],
  ["Переведи сделку Acme website в paused", "ru"],
  ["Ромашка на паузу", "ru"],
  ["Ромашка", "ru"],
  ["create a task: позвонить в типографию и заказать визитки", "ru"],
  ["Acme", undefined],
])("a name in other letters does not change the language: %s", (text, language) => {
  expect(writtenLanguage(text)).toBe(language);
});
