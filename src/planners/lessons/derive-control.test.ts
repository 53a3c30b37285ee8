import { describe, expect, it } from "vitest";
import { Condition, Iteration } from "../../plan/step.ts";
import { createToolbox } from "../../plan/tool-spec.ts";
import { createBook, toRule } from "./book.ts";
import { derive } from "./derive.ts";
import { explain } from "./explain.ts";
import type { Lesson } from "./lesson.ts";
import { anyFeature, planTaught } from "./plan-taught.ts";
import { parseRules, toPackText } from "./taught-pack.ts";
import { widen } from "./widen.ts";

const text = { type: "string" };
const kind = { type: "string", enum: ["invoice", "reminder", "credit"] };
const toolbox = [
  ...createToolbox([
    { name: "file_invoice", effect: "additive", inputSchema: { type: "object", properties: { customer: text, kind } } },
    { name: "find_customer", effect: "read", inputSchema: { type: "object", properties: { name: text } } },
  ]).values(),
];
const now = "2026-03-04T10:00:00Z";

describe("a lesson with conditions and iterations", () => {
  const both: Lesson = {
    id: "lesson0",
    request: "chase the 3 oldest reminders over 500 today",
    context: {},
    now,
    zone: "UTC",
    taughtBy: "t",
    taughtAt: now,
    source: "written",
    fixed: ["name"],
    steps: [
      { id: "a", tool: "find_customer", args: { name: "any" }, dependsOn: [] },
      {
        id: "b",
        tool: "file_invoice",
        args: { customer: "{{item.name}}" },
        dependsOn: ["a"],
        when: Condition.parse({ value: "{{a.rows}}", is: "not_empty" }),
        forEach: Iteration.parse({
          over: "{{a.rows}}",
          where: [
            { path: "kind", is: "equal", to: "reminder" },
            { path: "amount", is: "more", to: 500 },
          ],
          orderBy: { path: "since", direction: "ascending" },
          take: 3,
        }),
      },
    ],
  };
  const rules = widen([derive(both, toolbox)]).map(toRule);
  const goal = "chase the 5 oldest credits over 20 today";
  const asked = (book: ReturnType<typeof createBook>, surface?: { conditions: boolean; iteration: boolean }) =>
    planTaught({ goal, toolbox, now, zone: "UTC", ...(surface && { surface }) }, book)?.outcome;
  const filled = {
    kind: "plan",
    calls: [
      { tool: "find_customer" },
      {
        dependsOn: ["s1"],
        when: { value: "{{s1.rows}}", is: "not_empty" },
        forEach: {
          over: "{{s1.rows}}",
          where: [{ to: "credit" }, { to: 20 }],
          orderBy: { path: "since", direction: "ascending" },
          take: 5,
        },
      },
    ],
  };

  it("has slots for the values of filters and for the number of items", () => {
    expect(asked(createBook(rules), anyFeature)).toMatchObject(filled);
  });

  it("is read back from its file as the same rule", () => {
    const again = parseRules(toPackText(rules), "taught.yaml");
    expect(asked(createBook(again.ok ? again.value : []), anyFeature)).toMatchObject(filled);
  });

  it.each([undefined, { conditions: true, iteration: false }, { conditions: false, iteration: true }])(
    "is not served on a surface that cannot carry it: %j",
    (surface) => expect(asked(createBook(rules), surface)).toBeUndefined(),
  );

  it("says in words which items are chosen", () => {
    expect(explain(derive(both, toolbox))).toEqual([
      'name is always "any".',
      "What the condition tests is taken from the result of an earlier step.",
      "Only if it is not empty.",
      "The list of items is taken from the result of an earlier step.",
      "Only items whose kind is equal to what 'reminders' means, here \"reminder\".",
      "Only items whose amount is more than what '500' says.",
      'Items come in the "ascending" order of since.',
      "The number of items is what '3' says.",
      "customer is taken from the item.",
    ]);
  });
});
