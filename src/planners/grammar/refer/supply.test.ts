import { describe, expect, it } from "vitest";
import { ToolSpec } from "../../../plan/tool-spec.ts";
import { planGoal } from "../plan-goal.ts";

const person = { type: "object", properties: { email: { type: "string" }, name: { type: "string" } } };
const quote = {
  type: "object",
  properties: { quote_id: { type: "string" }, total: { type: "number" } },
  required: ["quote_id", "total"],
};
const rows = { type: "object", properties: { invoice_id: { type: "string" }, amount: { type: "number" } } };
const tool = (
  name: string,
  description: string,
  more: { input: object; required: string[]; output?: object; effect?: string },
) =>
  ToolSpec.parse({
    name,
    description,
    inputSchema: { type: "object", properties: more.input, required: more.required },
    ...(more.output !== undefined && { outputSchema: more.output }),
    ...(more.effect !== undefined && { effect: more.effect }),
  });

const toolbox = [
  tool("get_quote", "Get a quote by its number", {
    input: { quote_id: { type: "string", description: "quote number" } },
    required: ["quote_id"],
    output: quote,
  }),
  tool("order_goods", "Order goods from a quote", { input: { quote }, required: ["quote"], effect: "additive" }),
  tool("list_invoices", "List the invoices of a month", {
    input: {
      month: { type: "string", description: "name of the month" },
      status: { type: "string", enum: ["paid", "overdue"] },
    },
    required: ["month"],
    output: { type: "object", properties: { items: { type: "array", items: rows } } },
  }),
  tool("send_reminder", "Send a payment reminder for an invoice", {
    input: { invoice_id: { type: "string" } },
    required: ["invoice_id"],
    effect: "additive",
  }),
  tool("delete_person", "Delete a person and give back who it was", {
    input: { person_id: { type: "integer" } },
    required: ["person_id"],
    output: person,
    effect: "destructive",
  }),
  tool("greet", "Write a greeting to an email address", {
    input: { email: { type: "string", format: "email" } },
    required: ["email"],
    effect: "additive",
  }),
];
const plan = (goal: string) => planGoal({ goal, toolbox, now: "2026-11-15T09:00:00Z", zone: "UTC" });
const callsOf = (goal: string) => {
  const outcome = plan(goal);
  return outcome.kind === "plan" ? outcome.calls : outcome.kind;
};

describe("what a call lacks", () => {
  it("is read first, where a result is just what the call takes", () => {
    expect(callsOf("Order the goods from quote Q-17")).toMatchObject([
      { id: "c1", tool: "get_quote", args: { quote_id: "Q-17" } },
      { id: "c2", tool: "order_goods", args: { quote: "{{c1}}" }, dependsOn: ["c1"] },
    ]);
  });

  it.each([
    ["Send a reminder for each overdue invoice of March", {}],
    [
      "Send a reminder for the largest overdue invoice of March",
      { take: 1, orderBy: { path: "amount", direction: "descending" } },
    ],
  ])("is taken from the elements of a list: %s", (goal, order) => {
    expect(callsOf(goal)).toMatchObject([
      { tool: "list_invoices", args: { month: "March", status: "overdue" } },
      {
        tool: "send_reminder",
        args: { invoice_id: "{{item.invoice_id}}" },
        forEach: { over: "{{c1.items}}", ...order },
      },
    ]);
  });

  it("is never had by a tool that writes", () => {
    const outcome = plan("Write a greeting to person 12");
    expect(outcome.kind === "none" ? [] : outcome.calls.map((call) => call.tool)).not.toContain("delete_person");
  });

  it("is asked for where the goal has nothing to read by", () => {
    expect(callsOf("Order the goods from the quote")).toBe("clarify");
  });
});
