// The deals of a small company, kept in deals.json: the tool of this workspace. Change it, or put your own in its place.
import { readFileSync, writeFileSync } from "node:fs";
import { serve } from "./mcp.mjs";

const file = "deals.json";
const read = () => JSON.parse(readFileSync(file, "utf8"));
const text = { type: "string", minLength: 1 };
const stage = { type: "string", enum: ["lead", "offer", "won", "lost"] };

serve(
  { name: "crm", version: "1.0.0" },
  {
    find_deals: {
      description: "Find deals by id, stage or owner; all of them where nothing is given.",
      inputSchema: { type: "object", properties: { id: text, stage, owner: text }, additionalProperties: false },
      run: (wanted) => ({
        deals: read().filter((deal) => Object.entries(wanted).every(([field, value]) => deal[field] === value)),
      }),
    },
    update_deal: {
      description: "Change the stage or the owner of a deal.",
      inputSchema: {
        type: "object",
        properties: { id: text, stage, owner: text },
        required: ["id"],
        additionalProperties: false,
      },
      run: ({ id, ...change }) => {
        const deals = read();
        const deal = deals.find((one) => one.id === id);
        if (deal === undefined) throw new Error(`there is no deal ${id}`);
        Object.assign(deal, change);
        writeFileSync(file, `${JSON.stringify(deals, null, 2)}\n`);
        return { deal };
      },
    },
  },
);
