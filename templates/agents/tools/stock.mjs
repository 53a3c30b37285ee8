// The shelf of a workshop, kept in stock.json: the tool of this workspace. Change it, or put your own in its place.
import { readFileSync, writeFileSync } from "node:fs";
import { serve } from "./mcp.mjs";

const file = "stock.json";
const read = () => JSON.parse(readFileSync(file, "utf8"));
const text = { type: "string", minLength: 1 };

serve(
  { name: "stock", version: "1.0.0" },
  {
    stock_level: {
      description: "Tell how many boxes of a part are on the shelf, and which orders are open.",
      inputSchema: { type: "object", properties: { part: text, key: text }, additionalProperties: false },
      run: ({ part, key }) => {
        const { shelf, orders } = read();
        const level = part === undefined ? shelf : { [part]: shelf[part] ?? 0 };
        return { level, orders: orders.filter((order) => key === undefined || order.key === key) };
      },
    },
    order_part: {
      description: "Order boxes of a part.",
      inputSchema: {
        type: "object",
        properties: { part: text, boxes: { type: "integer", minimum: 1, maximum: 100 }, key: text },
        required: ["part", "boxes"],
        additionalProperties: false,
      },
      run: (order) => {
        const { shelf, orders } = read();
        writeFileSync(file, `${JSON.stringify({ shelf, orders: [...orders, order] }, null, 2)}\n`);
        return { order };
      },
    },
  },
);
