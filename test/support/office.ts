import { createToolbox, type ToolSpec } from "../../src/plan/tool-spec.ts";
import type { JsonObject } from "../../src/plan/json.ts";
import { planGoal } from "../../src/planners/grammar/plan-goal.ts";
import type { GrammarOutcome } from "../../src/planners/grammar/goal.ts";

// A small office toolbox for planner tests; nothing in it comes from an evaluation file.

const text = (description: string): JsonObject => ({ type: "string", description });
const number = (description: string): JsonObject => ({ type: "number", description });
const whole = (description: string): JsonObject => ({ type: "integer", description });

function object(properties: JsonObject, required: string[] = Object.keys(properties)): JsonObject {
  return { type: "object", properties, required };
}

const invoice = object({
  invoice_id: text("Invoice identifier"),
  customer_email: text("E-mail of the customer"),
  amount: number("Amount due"),
});
const flight = object({
  flight_id: text("Flight identifier"),
  price: number("Price"),
  departure_time: text("When it leaves"),
});

export const office: readonly ToolSpec[] = [
  ...createToolbox([
    {
      name: "create_quote",
      description: "Create a quote for a client",
      inputSchema: object(
        { client: text("Name of the client"), amount: number("Amount in USD"), due: text("Due date, YYYY-MM-DD") },
        ["client", "amount"],
      ),
      outputSchema: object({ quote_id: text("Identifier of the quote") }),
    },
    {
      name: "archive_report",
      description: "Archive a report",
      inputSchema: object({ report_id: text("Identifier of the report") }),
    },
    {
      name: "list_reports",
      description: "List reports",
      inputSchema: object({ include_archived: { type: "boolean", description: "Also list archived reports" } }, []),
      outputSchema: object({ reports: { type: "array", items: object({ report_id: text("Identifier") }) } }),
      effect: "read",
    },
    {
      name: "get_stock_level",
      description: "Get the stock level of a product",
      inputSchema: object({ sku: text("Product SKU code") }),
      outputSchema: object({ quantity: whole("Units in stock") }),
      effect: "read",
    },
    {
      name: "reorder_product",
      description: "Order more units of a product",
      inputSchema: object({ sku: text("Product SKU code"), units: whole("Number of units to order") }),
      outputSchema: object({ order_id: text("Order") }),
    },
    {
      name: "list_overdue_invoices",
      description: "List overdue invoices",
      inputSchema: object({ days: whole("Minimum number of days overdue") }, []),
      outputSchema: object({ invoices: { type: "array", items: invoice } }),
      effect: "read",
    },
    {
      name: "send_reminder",
      description: "Send a payment reminder for an invoice by e-mail",
      inputSchema: object({
        customer_email: text("E-mail address of the customer"),
        invoice_id: text("Invoice identifier"),
      }),
    },
    {
      name: "search_flights",
      description: "Search flights between two cities on a date",
      inputSchema: object({
        origin: text("Departure city"),
        destination: text("Arrival city"),
        date: text("Date, YYYY-MM-DD"),
      }),
      outputSchema: object({ flights: { type: "array", items: flight } }),
      effect: "read",
    },
    {
      name: "book_flight",
      description: "Book a flight",
      inputSchema: object({ flight_id: text("Flight identifier") }),
    },
    {
      name: "switch_device",
      description: "Switch a device in a room on or off",
      inputSchema: object(
        {
          device: text("The device to switch"),
          state: { type: "string", enum: ["on", "off"], description: "On or off" },
          room: text("The room, e.g. kitchen, cellar"),
        },
        ["device", "state"],
      ),
    },
    {
      name: "set_timer",
      description: "Set a timer",
      inputSchema: object({
        minutes: { type: "integer", description: "Duration in minutes", minimum: 1, maximum: 1440 },
      }),
    },
    {
      name: "convert_currency",
      description: "Convert an amount of money from one currency to another",
      inputSchema: object({
        amount: number("Amount to convert"),
        from: text("Source currency code"),
        to: text("Target currency code"),
      }),
    },
    {
      name: "send_message",
      description: "Send a chat message to a person",
      inputSchema: object({ to: text("Person to send to"), text: text("Text of the message") }),
    },
    {
      name: "schedule_meeting",
      description: "Schedule a meeting and invite people",
      inputSchema: object({
        title: text("Title of the meeting"),
        attendees: {
          type: "array",
          items: { type: "string", format: "email" },
          description: "E-mail addresses to invite",
        },
        start: { type: "string", format: "date-time", description: "Start time" },
      }),
    },
    {
      name: "add_contact",
      description: "Add a contact",
      inputSchema: object(
        {
          name: text("Full name"),
          email: text("E-mail address"),
          address: object({ city: text("City"), street: text("Street") }, []),
        },
        ["name", "email"],
      ),
    },
  ]).values(),
];

export function plan(goal: string): GrammarOutcome {
  return planGoal({
    goal,
    toolbox: office,
    now: "2026-03-04T10:00:00Z",
    zone: "UTC",
    surface: { conditions: true, iteration: true },
  });
}

export function steps(outcome: GrammarOutcome): { tool: string; args: JsonObject }[] {
  return outcome.kind === "none" ? [] : outcome.calls.map(({ tool, args }) => ({ tool, args }));
}
