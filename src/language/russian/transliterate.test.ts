import { describe, expect, it } from "vitest";
import { latinLookalike, toCyrillic } from "./transliterate.ts";

describe("latinLookalike", () => {
  it.each([
    ["РО-5001", "PO-5001"],
    ["ЕNG-12", "ENG-12"],
    ["PO-5001", "PO-5001"],
    ["ЗАКАЗ-12", "ЗАКАЗ-12"],
    ["", ""],
  ])("%s reads %s", (typed, read) => {
    expect(latinLookalike(typed)).toBe(read);
  });
});

describe("toCyrillic", () => {
  it.each([
    ["sozdai", "создай"],
    ["zadachu", "задачу"],
    ["perevedi", "переведи"],
    ["sdelku", "сделку"],
    ["pauzu", "паузу"],
    ["zhalyuzi", "жалюзи"],
    ["vklyuchi", "включи"],
    ["svet", "свет"],
  ])("%s is %s", (latin, russian) => {
    expect(toCyrillic(latin)).toBe(russian);
  });

  it("leaves what is no letter", () => {
    expect(toCyrillic("q-1")).toBe("q-1");
  });
});
