import { describe, expect, it } from "vitest";
import { tokenize } from "../words/tokenize.ts";
import { numberAt } from "./numbers.ts";

describe("numberAt", () => {
  it.each([
    ["25", 25],
    ["1,250,000", 1_250_000],
    ["2.5 million", 2_500_000],
    ["twenty-five", 25],
    ["two hundred and seven", 207],
    ["three thousand four hundred", 3400],
    ["a dozen", 12],
    ["half an", 0.5],
    ["two and a half", 2.5],
    ["50k", 50_000],
    ["300K", 300],
    ["3/4", 0.75],
    ["1e-7", 1e-7],
    ["seven heads", 7],
  ])("%s is %d", (text, value) => {
    expect(numberAt(tokenize(text), 0)?.value).toBe(value);
  });

  it.each([
    ["third", 3],
    ["21st", 21],
  ])("%s is a place in an order", (text, value) => {
    expect(numberAt(tokenize(text), 0)).toMatchObject({ value, ordinal: true });
  });

  it("scales by a capital letter only with money before it", () => {
    expect(numberAt(tokenize("$2M"), 1)?.value).toBe(2_000_000);
    expect(numberAt(tokenize("2M"), 0)?.value).toBe(2);
  });

  it.each(["the", "kitchen", "and"])("%s is no number", (text) => {
    expect(numberAt(tokenize(text), 0)).toBeUndefined();
  });
});
