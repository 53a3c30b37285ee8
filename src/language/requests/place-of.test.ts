import { expect, it } from "vitest";
import { placeOf } from "./place-of.ts";

const setting = { now: "2030-01-14T09:00:00Z", zone: "UTC" };

it.each<[string, number | "last" | undefined]>([
  ["2", 2],
  ["2.", 2],
  ["№3", 3],
  ["номер 3", 3],
  ["option 2", 2],
  ["вторую", 2],
  ["давай третий вариант", 3],
  ["the second one", 2],
  ["последнюю", "last"],
  ["last one", "last"],
  ["2 и 3", undefined],
  ["оба", undefined],
  ["до 2", undefined],
  ["2 дня", undefined],
  ["2 %", undefined],
  ["нет, вторую", undefined],
  ["вторую сделку на паузу", undefined],
  ["привет", undefined],
])("A message that is nothing but a place in a list is that place: %s", (text, place) => {
  expect(placeOf(text, setting)).toBe(place);
});
