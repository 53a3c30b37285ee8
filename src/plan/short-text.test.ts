import { describe, expect, it } from "vitest";
import type { Json } from "./json.ts";
import { shortText } from "./short-text.ts";

describe("a value as text for a person", () => {
  it.each<[Json, string]>([
    ["as it is", "as it is"],
    [56, "56"],
    [false, "false"],
    [null, ""],
    [[], "none"],
    [{ sku: "BLT-M8", on_hand: 56, note: null }, "sku: BLT-M8, on hand: 56"],
    [["a", "b"], "a; b"],
    [
      [
        { sku: "A", on_hand: 1 },
        { sku: "B", on_hand: 2 },
      ],
      "sku: A, on hand: 1; sku: B, on hand: 2",
    ],
    [{ vendor: { name: "Steel Co" }, lines: [1, 2] }, "vendor: name: Steel Co; lines: 1; 2"],
    [{ a: { b: { c: 1 }, d: [1, 2, 3] } }, "a: b: …; d: 3 items"],
  ])("%j is %j", (value, text) => expect(shortText(value)).toBe(text));

  it("is bounded and never cuts a character in half", () => {
    const text = shortText(Array.from({ length: 50 }, () => "👩".repeat(100)));
    expect([text.length <= 400, text.isWellFormed(), text.endsWith("…")]).toEqual([true, true, true]);
    expect(shortText(Array.from({ length: 10 }, (_, at) => at))).toBe("0; 1; 2; 3; 4; 5; 6; 7; and 2 more");
  });
});
