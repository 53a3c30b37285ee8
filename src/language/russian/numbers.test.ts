import { describe, expect, it } from "vitest";
import { tokenize } from "../words/tokenize.ts";
import { russianNumberAt } from "./numbers.ts";

describe("russianNumberAt", () => {
  it.each([
    ["двадцать пять", 25],
    ["двадцати пяти", 25],
    ["сто двадцать три", 123],
    ["тысяча", 1000],
    ["одна тысяча двести", 1200],
    ["две тысячи двадцать шесть", 2026],
    ["три миллиона пятьсот тысяч", 3_500_000],
    ["полтора", 1.5],
    ["миллион двести тысяч", 1_200_000],
    ["миллион двести", 1_200_000],
    ["два миллиона пятьсот", 2_500_000],
    ["тысяча двести", 1200],
    ["3 млн 200 тысяч", 3_200_000],
    ["тысяч триста", 300_000],
    ["полмиллиона", 500_000],
    ["пару тысяч", 2000],
    ["80к", 80_000],
    ["сто двадцать тысяч пятьсот", 120_500],
    ["полтора миллиона", 1_500_000],
    ["два с половиной", 2.5],
    ["2,5", 2.5],
    ["1 500", 1500],
    ["1 500 000", 1_500_000],
    ["1,1 тыс.", 1100],
    ["20 тысяч", 20_000],
    ["5 млн", 5_000_000],
    ["четырёх", 4],
    ["сорок", 40],
    ["ноль", 0],
    ["триста девяносто девять", 399],
  ])("%s is %s", (text, value) => {
    expect(russianNumberAt(tokenize(text), 0)?.value).toBe(value);
  });

  it.each([
    ["третий", 3],
    ["двадцать первого", 21],
    ["5-й", 5],
    ["второму", 2],
  ])("%s is a place in an order", (text, value) => {
    expect(russianNumberAt(tokenize(text), 0)).toMatchObject({ value, ordinal: true });
  });

  it("stops where the number stops", () => {
    const read = (text: string) => russianNumberAt(tokenize(text), 0);
    expect(read("двадцать тридцать")).toEqual({ value: 20, end: 1 });
    expect(read("пять десять")).toEqual({ value: 5, end: 1 });
    expect(read("12, 15")).toEqual({ value: 12, end: 1 });
    expect(read("слово")).toBeUndefined();
  });
});
