import { z } from "zod";
import type { Tool } from "../../tools/tool.ts";
import { notFound } from "./find.ts";
import { type BusinessDemo, businessTool } from "./business-tool.ts";
import { type Books, Letter } from "./books.ts";

const NewLetter = z.strictObject({
  document_id: z.string().min(1).describe("purchase order, sales order or quote number"),
  to: z.email().optional().describe("another address than the vendor's or customer's own"),
  subject: z.string().optional(),
  message: z.string().default(""),
});

/** Sending a document to whom it concerns. */
export function letterTools(demo: BusinessDemo): Tool[] {
  return [
    businessTool(demo, {
      name: "email_document",
      description: "E-mail a purchase order to its vendor, or a quote or sales order to its customer.",
      input: NewLetter,
      output: Letter,
      effect: "additive",
      answer(args, books, now) {
        const addresses = addressBook(books);
        const own = addresses.get(args.document_id.trim().toUpperCase());
        if (own === undefined) throw notFound("document", args.document_id, addresses.keys());
        const letter: Letter = {
          message_id: `MSG-${String(books.letters.length + 1).padStart(4, "0")}`,
          document_id: own.documentId,
          to: args.to ?? own.email,
          subject: args.subject ?? own.documentId,
          message: args.message,
          sent_at: now,
        };
        books.letters.push(letter);
        return letter;
      },
    }),
  ];
}

type LetterRecipient = { documentId: string; email: string };

function addressBook(books: Books): ReadonlyMap<string, LetterRecipient> {
  const vendors = new Map(books.vendors.map((row) => [row.vendor_id, row.email]));
  const customers = new Map(books.customers.map((row) => [row.customer_id, row.email]));
  const rows = [
    ...books.purchaseOrders.map((row) => [row.po_id, vendors.get(row.vendor_id)] as const),
    ...[...books.quotes, ...books.salesOrders].map(
      (row) => ["order_id" in row ? row.order_id : row.quote_id, customers.get(row.customer_id)] as const,
    ),
  ];
  return new Map(rows.map(([documentId, email = ""]) => [documentId.toUpperCase(), { documentId, email }]));
}
