import { z } from "zod";
import { ToolError } from "../../tools/tool-error.ts";
import type { Tool } from "../../tools/tool.ts";
import { type BusinessDemo, businessTool } from "./business-tool.ts";
import { findById, matches } from "./find.ts";
import { type Books, Customer, Quote, SalesOrder } from "./books.ts";

const QuoteId = z.string().min(1).describe("quote number, for example Q-0192");

/** Quotes, and the sales orders they become. */
export function salesTools(demo: BusinessDemo): Tool[] {
  return [
    businessTool(demo, {
      name: "quote_lookup",
      description: "Get one quote with its customer, lines and total.",
      input: z.strictObject({ quote_id: QuoteId }),
      output: Quote,
      effect: "read",
      answer: ({ quote_id }, books) => findQuote(books, quote_id),
    }),
    businessTool(demo, {
      name: "list_quotes",
      description: "List quotes, by status or by customer.",
      input: z.strictObject({
        status: Quote.shape.status.optional(),
        customer: z.string().optional().describe("customer name or a part of it"),
      }),
      output: z.strictObject({ quotes: z.array(Quote), count: z.int() }),
      effect: "read",
      answer({ status, customer }, books) {
        const quotes = books.quotes.filter(
          (quote) =>
            (status === undefined || quote.status === status) &&
            matches(customer ?? "", [quote.customer_name, quote.customer_id]),
        );
        return { quotes, count: quotes.length };
      },
    }),
    businessTool(demo, {
      name: "customer_lookup",
      description: "Find customers by name, city or number.",
      input: z.strictObject({ query: z.string().describe("customer name, city or number; empty lists all") }),
      output: z.strictObject({ customers: z.array(Customer), count: z.int() }),
      effect: "read",
      answer({ query }, books) {
        const customers = books.customers.filter((row) => matches(query, [row.name, row.city, row.customer_id]));
        return { customers, count: customers.length };
      },
    }),
    businessTool(demo, {
      name: "convert_quote_to_sales_order",
      description: "Turn an accepted or sent quote into a sales order.",
      input: z.strictObject({ quote_id: QuoteId }),
      output: SalesOrder,
      effect: "additive",
      answer: ({ quote_id }, books, now) => convert(findQuote(books, quote_id), books, now),
    }),
    businessTool(demo, {
      name: "sales_order_lookup",
      description: "Get one sales order with its lines and total.",
      input: z.strictObject({ order_id: z.string().min(1).describe("sales order number, for example SO-3001") }),
      output: SalesOrder,
      effect: "read",
      answer: ({ order_id }, books) =>
        findById("sales_order", order_id, new Map(books.salesOrders.map((row) => [row.order_id, row]))),
    }),
  ];
}

function findQuote(books: Books, id: string): Quote {
  return findById("quote", id, new Map(books.quotes.map((quote) => [quote.quote_id, quote])));
}

function convert(quote: Quote, books: Books, now: string): SalesOrder {
  if (quote.status === "ordered")
    throw new ToolError("already_ordered", `${quote.quote_id} has a sales order already.`);
  if (quote.status === "draft" || quote.status === "expired")
    throw new ToolError("quote_not_ready", `${quote.quote_id} is ${quote.status}; send it to the customer first.`);
  const { quote_id, customer_id, customer_name, currency, lines, total } = quote;
  const order: SalesOrder = {
    order_id: `SO-${3001 + books.salesOrders.length}`,
    status: "open",
    quote_id,
    customer_id,
    customer_name,
    currency,
    lines,
    total,
    created_at: now,
  };
  books.salesOrders.push(order);
  quote.status = "ordered";
  return order;
}
