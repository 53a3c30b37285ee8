import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { textLimit, tokenize, visible } from "./tokenize.ts";

const shown = (text: string): string[] => tokenize(text).map((token) => `${token.text}:${token.kind}`);

describe("tokenize", () => {
  it.each<[string, string[]]>([
    ["write to a.b@c.org, please", ["write:word", "to:word", "a.b@c.org:email", ",:punctuation", "please:word"]],
    ["see https://x.io/a?b=1.", ["see:word", "https://x.io/a?b=1:url", ".:punctuation"]],
    ["70kg and 5:30", ["70:number", "kg:word", "and:word", "5:30:time"]],
    ["ENG-1 and Q-0192", ["ENG-1:identifier", "and:word", "Q-0192:identifier"]],
    ["1,200.50 EUR", ["1,200.50:number", "EUR:word"]],
    ["[200,300]", ["[:punctuation", "200:number", ",:punctuation", "300:number", "]:punctuation"]],
    ["Anna's car", ["Anna:word", "'s:punctuation", "car:word"]],
    ["say 'it's late' now", ["say:word", "'it's late':quoted", "now:word"]],
    ['two "box file"s', ["two:word", '"box file":quoted', "s:word"]],
    ["2024-02-30T10:00:00Z", ["2024-02-30T10:00:00Z:identifier"]],
    ["report_v2.csv", ["report_v2.csv:identifier"]],
    ["key aB3dE9x", ["key:word", "aB3dE9x:identifier"]],
    ["3rd floor", ["3rd:number", "floor:word"]],
    ["tea w/o milk w/ ice", ["tea:word", "w/o:word", "milk:word", "w/:word", "ice:word"]],
    ["б/у w/x", ["б:word", "/:symbol", "у:word", "w:word", "/:symbol", "x:word"]],
    ["заказ №5", ["заказ:word", "№:symbol", "5:number"]],
  ])("%s", (text, tokens) => {
    expect(shown(text)).toEqual(tokens);
  });

  it("reads an abbreviation with a sign as the word it stands for", () => {
    expect(tokenize("w/o b/c y’day").map(({ lower }) => lower)).toEqual(["without", "because", "yesterday"]);
  });

  it("knows the language of each word by its script", () => {
    expect(tokenize("создай deal для Ивана").map((token) => token.lang)).toEqual(["ru", "en", "ru", "ru"]);
  });

  it("has offsets that cut out the very text of each token", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (text) => {
        for (const token of tokenize(text)) expect(text.slice(token.from, token.to)).toBe(token.text);
      }),
      { seed: 7, numRuns: 300 },
    );
  });

  it("reads no further than its limit, whatever the text", () => {
    const long = "a1-".repeat(400_000);
    expect(tokenize(long).every((token) => token.to <= textLimit)).toBe(true);
  });

  it("skips marks that cannot be seen", () => {
    expect(tokenize("pay\u200b \u202ebob\u0007").map((token) => token.text)).toEqual(["pay", "bob"]);
    expect(visible("a\u202eb\u2066c")).toBe("abc");
  });
});
