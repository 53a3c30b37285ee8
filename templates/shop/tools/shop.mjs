// The bookings of a bicycle repair shop, kept in repairs.json: the tool of this workspace. Change it, or put your own in its place.
import { readFileSync, writeFileSync } from "node:fs";
import { serve } from "./mcp.mjs";

const file = "repairs.json";
const read = () => JSON.parse(readFileSync(file, "utf8"));
const text = { type: "string", minLength: 1 };
const date = { type: "string", format: "date" };

serve(
  { name: "shop", version: "1.0.0" },
  {
    list_repairs: {
      description: "List the repairs of the shop: all of them, those of a day, or those of a customer.",
      inputSchema: {
        type: "object",
        properties: { day: date, customer: text, key: text },
        additionalProperties: false,
      },
      run: (wanted) => ({
        repairs: read().filter((repair) => Object.entries(wanted).every(([field, value]) => repair[field] === value)),
      }),
    },
    book_repair: {
      description: "Book the repair of a part of a bicycle for a customer on a day.",
      inputSchema: {
        type: "object",
        properties: { part: text, customer: text, day: date, key: text },
        required: ["part", "customer", "day"],
        additionalProperties: false,
      },
      run: (booking) => {
        const repairs = read();
        const repair = { id: `R-${repairs.length + 1}`, ...booking };
        writeFileSync(file, `${JSON.stringify([...repairs, repair], null, 2)}\n`);
        return { repair };
      },
    },
  },
);
