import { describe, expect, it } from "vitest";
import { markWords } from "../words/mark-words.ts";
import { clausesOf } from "./clauses.ts";

function kinds(text: string): string[] {
  const marks = markWords(text, { table: new Map(), people: new Map(), now: 0 });
  return clausesOf(marks).map((clause) => (clause.is === "do" ? clause.op : clause.is));
}

describe("clauses", () => {
  it.each([
    ["Delete the letter", ["remove"]],
    ["Can you please delete the letter?", ["remove"]],
    ["Delete the letter and send a note", ["remove", "create"]],
    ["If it rains, cancel the picnic", ["if", "remove"]],
    ["If it rains cancel the picnic otherwise book the hall", ["if", "remove", "else", "create"]],
    ["Cancel the picnic if it rains", ["remove", "if"]],
    ["Does it rain? If so, cancel the picnic", ["tell", "so", "remove"]],
    ["Does it rain? If not, book the hall", ["tell", "else", "create"]],
    ["Can you check if it rains? If so, cancel the picnic", ["if", "so", "remove"]],
    ["It may rain. Can you check and if so, cancel the picnic", ["tell", "tell", "so", "remove"]],
    ["Unless it rains, book the hall", ["if", "create"]],
    ["The hall is taken so cancel the picnic", ["tell", "remove"]],
    ["удали письмо и создай задачу", ["remove", "create"]],
    ["если дождь, отмени пикник, иначе создай задачу", ["if", "remove", "else", "create"]],
    ["", []],
  ])("%s", (text, expected) => {
    expect(kinds(text)).toEqual(expected);
  });
});
