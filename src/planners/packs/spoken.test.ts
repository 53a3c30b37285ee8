import { expect, it } from "vitest";
import type { Json } from "../../plan/json.ts";
import { spoken } from "./spoken.ts";

it.each<[Json, Json, Json]>([
  [{ en: "Won", ru: "Выиграно" }, "Won", "Выиграно"],
  ["UI", "UI", "UI"],
  [3, 3, 3],
  [{ en: "Won" }, { en: "Won" }, { en: "Won" }],
  [
    { en: "a", ru: "б", de: "c" },
    { en: "a", ru: "б", de: "c" },
    { en: "a", ru: "б", de: "c" },
  ],
])("%j is said as %j and %j: only a text in just both languages is one", (value, en, ru) => {
  expect([spoken(value, "en"), spoken(value, "ru")]).toEqual([en, ru]);
});
