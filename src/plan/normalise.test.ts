import { describe, expect, it } from "vitest";
import { normaliseContext, normaliseGoal, pyLower, pyStrip } from "./normalise.ts";

describe("pyStrip", () => {
  it.each([
    ["spaces and line ends", " \t\r\n\v\fx y \n", "x y"],
    ["separators that trim() leaves", "\u001c\u001d\u001e\u001f\u0085x\u0085", "x"],
    ["wide spaces", "\u00a0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000x", "x"],
    ["nothing but space", " \u3000\t", ""],
    ["the empty text", "", ""],
  ])("takes off %s", (_, text, stripped) => {
    expect(pyStrip(text)).toBe(stripped);
  });

  it.each([
    ["a byte order mark, which trim() takes", "\ufeffx"],
    ["a zero-width space", "\u200bx"],
    ["a Mongolian vowel separator", "\u180ex"],
    ["a control that is no separator", "\u001bx\u0000"],
  ])("keeps %s", (_, text) => {
    expect(pyStrip(text)).toBe(text);
  });

  it("is linear in long runs of space", () => {
    const long = `x${" ".repeat(200_000)}y`;
    expect(pyStrip(` ${long} `)).toBe(long);
  });
});

describe("pyLower", () => {
  it.each([
    ["İ", "i\u0307"],
    ["ΟΔΟΣ", "οδος"],
    ["ΣΑΣ Σ", "σας σ"],
    ["ΑΣ.", "ας."],
    ["STRASSE ẞ", "strasse ß"],
    ["КП ДО ПЯТНИЦЫ", "кп до пятницы"],
    ["Ǆ Ω K Å", "ǆ ω k å"],
    ["𐐀", "𐐨"],
  ])("maps %s as Python does", (text, lower) => {
    expect(pyLower(text)).toBe(lower);
  });
});

describe("normalised input", () => {
  it("makes one goal of two spellings", () => {
    expect(normaliseGoal("  Fetch User\u0085")).toBe(normaliseGoal("fetch user"));
  });

  it.each([
    [undefined, null],
    [null, null],
    ["", ""],
    ["  Ctx ", "Ctx"],
  ])("makes the context %j into %j", (context, normal) => {
    expect(normaliseContext(context)).toBe(normal);
  });
});
