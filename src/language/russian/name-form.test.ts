import { describe, expect, it } from "vitest";
import { deedRoot } from "./deed-root.ts";
import { nameForm, possessorOf } from "./name-form.ts";

describe("the form of a name", () => {
  it.each([
    ["том", "Tom", "plain"],
    ["томом", "Tom", "instrumental"],
    ["тому", "Tom", "dative"],
    ["анны", "Анна", "genitive"],
  ])("%s of %s is %s", (said, listed, form) => {
    expect(nameForm(said, listed)).toBe(form);
  });

  it.each([
    ["дашины", "даша"],
    ["олегову", "олег"],
    ["стол", undefined],
  ])("whose %s is", (word, owner) => {
    expect(possessorOf(word)).toBe(owner);
  });
});

describe("what a verb and the noun of its deed have in common", () => {
  it.each([
    ["починить", "починку"],
    ["отправить", "отправка"],
    ["ускорить", "ускорение"],
    ["обновить", "обновления"],
    ["согласовать", "согласование"],
    ["проверить", "проверкой"],
  ])("%s, %s", (verb, noun) => {
    expect(deedRoot(verb)).toBe(deedRoot(noun));
    expect(deedRoot(verb)).toBeDefined();
  });
});
