import { z } from "zod";
import { ToolError } from "../../tools/tool-error.ts";
import type { Tool } from "../../tools/tool.ts";
import { type BusinessDemo, businessTool } from "./business-tool.ts";
import { findById, matches } from "./find.ts";
import { type Books, PurchaseOrder, Quote, Vendor } from "./books.ts";

const OrderId = z.strictObject({ po_id: z.string().min(1).describe("purchase order number, for example PO-5001") });

const NewOrder = z.strictObject({
  quote: Quote.describe("the quote as quote_lookup gives it"),
  vendor_id: z.string().optional().describe("another vendor than the quote's"),
  notify_sales_rep: z.boolean().default(false).describe("tell the sales representative of the quote"),
});

const NewVendor = z.strictObject({
  name: z.string().min(1),
  email: z.email(),
  phone: z.string().optional(),
  city: z.string().optional(),
});

/** Purchase orders and the vendors they go to. */
export function purchasingTools(demo: BusinessDemo): Tool[] {
  return [
    businessTool(demo, {
      name: "create_purchase_order",
      description: "Create a draft purchase order from a quote.",
      input: NewOrder,
      output: PurchaseOrder,
      effect: "additive",
      answer: createOrder,
    }),
    businessTool(demo, {
      name: "purchase_order_lookup",
      description: "Get one purchase order with its vendor, lines and total.",
      input: OrderId,
      output: PurchaseOrder,
      effect: "read",
      answer: ({ po_id }, books) => findOrder(books, po_id),
    }),
    businessTool(demo, {
      name: "submit_purchase_order",
      description: "Submit a draft purchase order to its vendor.",
      input: OrderId,
      output: PurchaseOrder,
      effect: "destructive",
      answer({ po_id }, books) {
        const order = findOrder(books, po_id);
        if (order.status !== "draft") throw new ToolError("not_a_draft", `${order.po_id} is ${order.status} already.`);
        order.status = "submitted";
        return order;
      },
    }),
    businessTool(demo, {
      name: "vendor_lookup",
      description: "Find vendors by name, city or number.",
      input: z.strictObject({ query: z.string().describe("vendor name, city or number; empty lists all") }),
      output: z.strictObject({ vendors: z.array(Vendor), count: z.int() }),
      effect: "read",
      answer({ query }, books) {
        const vendors = books.vendors.filter((row) => matches(query, [row.name, row.city, row.vendor_id]));
        return { vendors, count: vendors.length };
      },
    }),
    businessTool(demo, {
      name: "create_vendor",
      description: "Add a vendor with its name and e-mail address.",
      input: NewVendor,
      output: Vendor,
      effect: "additive",
      answer: createVendor,
    }),
  ];
}

function findOrder(books: Books, id: string): PurchaseOrder {
  return findById("purchase_order", id, new Map(books.purchaseOrders.map((order) => [order.po_id, order])));
}

function createOrder(args: z.output<typeof NewOrder>, books: Books, now: string): PurchaseOrder {
  const { quote } = args;
  const vendorId = args.vendor_id ?? quote.vendor_id;
  const vendor = findById("vendor", vendorId, new Map(books.vendors.map((row) => [row.vendor_id, row])));
  const order: PurchaseOrder = {
    po_id: `PO-${5001 + books.purchaseOrders.length}`,
    status: "draft",
    vendor_id: vendor.vendor_id,
    vendor_name: vendor.name,
    quote_id: quote.quote_id,
    currency: quote.currency,
    lines: quote.lines,
    total: quote.total,
    created_at: now,
    notified: args.notify_sales_rep ? [quote.sales_rep] : [],
  };
  books.purchaseOrders.push(order);
  return order;
}

function createVendor(args: z.output<typeof NewVendor>, books: Books): Vendor {
  const same = books.vendors.find((row) => row.name.toLowerCase() === args.name.toLowerCase());
  if (same !== undefined) throw new ToolError("vendor_exists", `${same.name} is here already, as ${same.vendor_id}.`);
  const vendor: Vendor = { vendor_id: `V-${String(books.vendors.length + 1).padStart(3, "0")}`, ...args };
  books.vendors.push(vendor);
  return vendor;
}
