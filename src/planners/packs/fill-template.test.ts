import { describe, expect, it } from "vitest";
import type { Json } from "../../plan/json.ts";
import { fillTemplate, fillText } from "./fill-template.ts";

const values = new Map<string, Json>([
  ["deal", "Ромашка"],
  ["amount", 5],
  ["stage.label", "Выиграно"],
]);

describe("fillTemplate", () => {
  it.each([
    ["keeps the type of a whole slot", { sum: "{amount}" }, { sum: 5 }],
    ["writes slots into text", { title: "{deal}: {stage.label} {amount}" }, { title: "Ромашка: Выиграно 5" }],
    ["leaves out what nobody said", { a: "{who}", b: "x {who}", c: "y" }, { c: "y" }],
    ["goes into objects and lists", { v: { n: ["{deal}", "{who}", 1] } }, { v: { n: ["Ромашка", 1] } }],
    ["leaves references alone", { id: "{{deal.records.0.id}}" }, { id: "{{deal.records.0.id}}" }],
    ["keeps other values", { a: null, b: true, c: 2 }, { a: null, b: true, c: 2 }],
  ])("%s", (_name, template, filled) => {
    expect(fillTemplate(template, values)).toEqual(filled);
  });

  it("writes nothing for an unknown slot in a line of text", () => {
    expect(fillText("{deal} → {who}", values)).toBe("Ромашка → ");
  });
});
