import { describe, expect, it } from "vitest";
import type { Json } from "./json.ts";
import { valueText } from "./value-text.ts";

// Most MCP servers declare no output schema; people still get an answer in words.
describe("a result as text", () => {
  it.each<[string, Json, string]>([
    [
      "a list in an object, a line each, named ones first",
      {
        items: [
          { id: "A-1", name: "Bolt", in_stock: 4 },
          { id: "A-2", name: "Nut", in_stock: 0 },
        ],
        total: 2,
      },
      "Bolt: id A-1, in stock 4\nNut: id A-2, in stock 0",
    ],
    ["a record in an envelope", { order: { id: "O-1", total: { amount: 5, currency: "EUR" } } }, "id O-1, total 5 EUR"],
    [
      "a plain record",
      { status: "open", owner: { id: 7, name: "Ann" }, tags: ["a", "b"] },
      "status open, owner Ann, tags a; b",
    ],
    ["a list of words", ["red", "green"], "red\ngreen"],
    ["a number", 42, "42"],
    ["true", true, "true"],
    ["what lies deep is left out", { id: 1, rows: [{ a: { b: 1 } }], note: "x" }, "id 1, note x"],
    ["an empty list", { items: [] }, "nothing"],
    ["nothing", null, "nothing"],
  ])("%s", (_, value, text) => {
    expect(valueText(value, { empty: "nothing" })).toBe(text);
  });

  it("says how many more there are", () => {
    expect(valueText([1, 2, 3, 4], { most: 2, more: "and {count} more" })).toBe("1\n2\nand 2 more");
  });
});
