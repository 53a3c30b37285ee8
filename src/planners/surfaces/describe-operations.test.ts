import { describe, expect, it } from "vitest";
import type { Json } from "../../plan/json.ts";
import { describeOperations } from "./describe-operations.ts";

describe("describeOperations", () => {
  it.each<[string, Json]>([
    [
      "Add up total by currency, write as text",
      [{ op: "group", pointer: "/currency", sum: "/total" }, { op: "lines" }],
    ],
    [
      "Keep those with due date less 2030-01-01, sort by unit price, descending, take the first 3",
      [
        { op: "filter", pointer: "/due_date", is: "less", to: "2030-01-01" },
        { op: "sort", pointer: "/unit_price", direction: "descending" },
        { op: "take", count: 3 },
      ],
    ],
    [
      "Compute left = on hand minus reserved",
      [{ op: "compute", pointer: "/on_hand", by: "minus", with: "/reserved", as: "left" }],
    ],
    ["Keep those with id equal", [{ op: "filter", pointer: "/id", is: "equal", to: "{{results.a.id}}" }]],
  ])("says %s", (text, operations) => {
    expect(describeOperations(operations, "en")).toBe(text);
  });

  it("speaks Russian", () => {
    expect(describeOperations([{ op: "sum", pointer: "/total" }, { op: "text" }], "ru")).toBe(
      "Сложить total, записать текстом",
    );
  });

  it.each<[string, Json | undefined]>([
    ["nothing", undefined],
    ["a reference", "{{results.a}}"],
    ["unknown operations", [{ op: "explode" }, 7]],
  ])("has no words for %s", (_, operations) => {
    expect(describeOperations(operations, "en")).toBeUndefined();
  });
});
