import { z } from "zod";
import { ToolError } from "../../tools/tool-error.ts";
import type { Tool } from "../../tools/tool.ts";
import { type BusinessDemo, businessTool } from "./business-tool.ts";
import { findById, matches } from "./find.ts";
import { type Books, Item, StockMove } from "./books.ts";

const Change = z.strictObject({
  sku: z.string().min(1).describe("item number, for example BRG-6204"),
  on_hand: z.int().min(0).describe("the counted quantity"),
  reason: z.string().default("count"),
});

/** What is on the shelves. */
export function stockTools(demo: BusinessDemo): Tool[] {
  return [
    businessTool(demo, {
      name: "inventory_lookup",
      description: "Find items in stock by name or number, with the quantity on hand.",
      input: z.strictObject({
        query: z.string().describe("item name or number; empty lists all"),
        below_reorder_point: z.boolean().optional().describe("only items that should be ordered again"),
      }),
      output: z.strictObject({ items: z.array(Item), count: z.int() }),
      effect: "read",
      answer({ query, below_reorder_point: low }, books) {
        const items = books.items.filter(
          (item) =>
            matches(query, [item.sku, item.name, ...item.also_known_as]) &&
            (low !== true || item.on_hand - item.reserved < item.reorder_point),
        );
        return { items, count: items.length };
      },
    }),
    businessTool(demo, {
      name: "update_stock",
      description: "Set the quantity on hand of an item.",
      input: Change,
      output: StockMove,
      effect: "destructive",
      answer: setStock,
    }),
  ];
}

function setStock({ sku, on_hand, reason }: z.output<typeof Change>, books: Books, now: string): StockMove {
  const item = findById("item", sku, new Map(books.items.map((row) => [row.sku, row])));
  if (on_hand < item.reserved)
    throw new ToolError(
      "below_reserved",
      `${item.reserved} of ${item.sku} are reserved; ${on_hand} would not cover them.`,
    );
  const move: StockMove = {
    move_id: `M-${String(books.moves.length + 1).padStart(4, "0")}`,
    sku: item.sku,
    before: item.on_hand,
    after: on_hand,
    reason,
    moved_at: now,
  };
  books.moves.push(move);
  item.on_hand = on_hand;
  return move;
}
