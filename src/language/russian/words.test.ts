import { describe, expect, it } from "vitest";
import { russian } from "./index.ts";
import { tokenize } from "../words/tokenize.ts";
import { stem as english } from "../english/stem.ts";

describe("the Russian record", () => {
  it.each([
    ["поставщика", "vendor"],
    ["создай", "create"],
    ["удали", "delete"],
    ["задачу", "task"],
    ["сделку", "deal"],
    ["погоды", "weather"],
    ["остатков", "inventory"],
    ["вычисли", "calculate"],
    ["площадь", "area"],
    ["объёма", "volume"],
    ["приёмов", "appointment"],
    ["заперта", "locked"],
    ["деревянную", "wood"],
    ["концентрации", "concentration"],
    ["понедельникам", "monday"],
  ])("%s may mean %s", (said, meant) => {
    expect(russian.meanings(russian.stem(said))).toContain(english(meant));
  });

  it("knows phrases that mean more than their words", () => {
    const meant = (text: string) => russian.phraseAt?.(tokenize(text), 0)?.map(String);
    expect(meant("угарного газа")).toEqual(["carbon", "monoxide"].map(english));
    expect(meant("природный парк")).toBeUndefined();
  });

  it("knows on from off, whatever the form", () => {
    const on = (word: string) => russian.switchWords.get(russian.stem(word));
    expect(["включи", "включите", "включён"].map(on)).toEqual([true, true, true]);
    expect(["выключи", "отключить", "выкл"].map(on)).toEqual([false, false, false]);
  });

  it("takes ё and е for one letter", () => {
    expect(russian.functionWords.has("ещё") && russian.functionWords.has("еще")).toBe(true);
    expect(russian.stem("счёт")).toBe(russian.stem("счет"));
  });

  it("names inflected units", () => {
    expect(["рублей", "кг", "часа", "процентов", "₽"].map((unit) => russian.units.get(unit))).toEqual([
      "RUB",
      "kilogram",
      "hour",
      "percent",
      "RUB",
    ]);
  });
});
