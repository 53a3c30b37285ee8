import { describe, expect, it } from "vitest";
import { tokenize } from "../words/tokenize.ts";
import { russianNormalForm } from "./normal-form.ts";

describe("russianNormalForm", () => {
  it.each([
    ["Москве", "Москва"],
    ["Лондоне", "Лондон"],
    ["кухне", "кухня"],
    ["Ивана Петрова", "Иван Петров"],
    ["Анне Петровой", "Анна Петрова"],
    ["Ивану", "Иван"],
    ["новой задачей", "новая задача"],
    ["нового отчёта", "новый отчет"],
    ["датчику качества воздуха", "датчик качества воздуха"],
    ["гостиной", "гостиная"],
    ["Ромашкой", "Ромашка"],
    ["Ромашку", "Ромашка"],
    ["Полярисом", "Полярис"],
    ["поставщику", "поставщик"],
    ["списка", "список"],
  ])("%s in the dictionary is %s", (said, normal) => {
    expect(russianNormalForm(tokenize(said))).toBe(normal);
  });

  it.each(["Ромашка", "ООО Вектор", "kickoff", "отчеты", "задачи", "Анна Петрова"])("%s stays", (said) => {
    expect(russianNormalForm(tokenize(said))).toBe(said);
  });
});
