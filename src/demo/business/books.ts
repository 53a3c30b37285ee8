import { z } from "zod";

const Money = z.number().min(0).describe("amount in the document's currency, two decimals");
const Currency = z.enum(["USD", "EUR", "RUB"]);

const Line = z.strictObject({
  sku: z.string().min(1),
  name: z.string(),
  quantity: z.int().positive(),
  unit_price: Money,
});
type Line = z.infer<typeof Line>;

export const Vendor = z.strictObject({
  vendor_id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string().optional(),
  city: z.string().optional(),
});
export type Vendor = z.infer<typeof Vendor>;

export const Customer = z.strictObject({
  customer_id: z.string(),
  name: z.string(),
  email: z.string(),
  city: z.string().optional(),
});
export type Customer = z.infer<typeof Customer>;

export const Item = z.strictObject({
  sku: z.string(),
  name: z.string(),
  /** The name in the other language of the house. */
  also_known_as: z.array(z.string()),
  on_hand: z.int(),
  reserved: z.int(),
  reorder_point: z.int(),
  location: z.string(),
  vendor_id: z.string(),
  unit_cost: Money,
  currency: Currency,
});
export type Item = z.infer<typeof Item>;

export const Quote = z.strictObject({
  quote_id: z.string(),
  status: z.enum(["draft", "sent", "accepted", "ordered", "expired"]),
  customer_id: z.string(),
  customer_name: z.string(),
  vendor_id: z.string().describe("the vendor that supplies the lines"),
  sales_rep: z.string(),
  valid_until: z.string(),
  currency: Currency,
  lines: z.array(Line).min(1),
  total: Money,
});
export type Quote = z.infer<typeof Quote>;

export const PurchaseOrder = z.strictObject({
  po_id: z.string(),
  status: z.enum(["draft", "submitted", "received"]),
  vendor_id: z.string(),
  vendor_name: z.string(),
  quote_id: z.string().optional(),
  currency: Currency,
  lines: z.array(Line).min(1),
  total: Money,
  created_at: z.string(),
  notified: z.array(z.string()).describe("addresses that were told"),
});
export type PurchaseOrder = z.infer<typeof PurchaseOrder>;

export const SalesOrder = z.strictObject({
  order_id: z.string(),
  status: z.enum(["open", "shipped"]),
  quote_id: z.string(),
  customer_id: z.string(),
  customer_name: z.string(),
  currency: Currency,
  lines: z.array(Line).min(1),
  total: Money,
  created_at: z.string(),
});
export type SalesOrder = z.infer<typeof SalesOrder>;

export const Letter = z.strictObject({
  message_id: z.string(),
  document_id: z.string(),
  to: z.string(),
  subject: z.string(),
  message: z.string(),
  sent_at: z.string(),
});
export type Letter = z.infer<typeof Letter>;

export const StockMove = z.strictObject({
  move_id: z.string(),
  sku: z.string(),
  before: z.int(),
  after: z.int(),
  reason: z.string(),
  moved_at: z.string(),
});
export type StockMove = z.infer<typeof StockMove>;

/** All data of one tenant of the demo. `effects` stores the answer for each effect key. */
export const Books = z.strictObject({
  vendors: z.array(Vendor),
  customers: z.array(Customer),
  items: z.array(Item),
  quotes: z.array(Quote),
  purchaseOrders: z.array(PurchaseOrder),
  salesOrders: z.array(SalesOrder),
  letters: z.array(Letter),
  moves: z.array(StockMove),
  effects: z.record(z.string(), z.json()),
});
export type Books = z.infer<typeof Books>;
