import { expect, it } from "vitest";
import { sameName } from "./person-names.ts";

it.each([
  ["Анна", "Ане", true],
  ["Анна", "анной", true],
  ["Илья", "ильи", true],
  ["Дарья", "даше", true],
  ["Мария", "Машу", true],
  ["Александра", "Саша", true],
  ["Анна", "Anna", true],
  ["Дарья", "daria", true],
  ["Илья", "Ilya", true],
  ["Мария", "maria", true],
  ["Сергей", "Sergey", true],
  ["Tom", "toms", true],
  ["Анна", "annas", true],
  ["Thomas", "thomas", true],
  ["Thomas", "Tom", true],
  ["Anna", "annas", true],
  ["Tom", "том", true],
  ["Tom", "тома", true],
  ["Анна", "Инна", false],
  ["Мария", "Марта", false],
  ["Tom", "to", false],
  ["Дарья", "dan", false],
])("%s is meant by %s: %s", (name, said, same) => {
  expect(sameName(name, said)).toBe(same);
});
