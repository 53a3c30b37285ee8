import { createToolbox, type Toolbox } from "../../src/plan/tool-spec.ts";

/** A small toolbox: each effect class, open and closed schemas, and a tool without schemas. */
export const sampleToolbox: Toolbox = createToolbox([
  {
    name: "find_items",
    effect: "read",
    inputSchema: {
      type: "object",
      properties: {
        query: { type: "string" },
        limit: { type: "integer", minimum: 1 },
        sort: { enum: ["price", "name"] },
      },
      required: ["query"],
      additionalProperties: false,
    },
    outputSchema: {
      type: "object",
      properties: {
        items: {
          type: "array",
          items: { type: "object", properties: { id: { type: "string" }, price: { type: "number" } } },
        },
        count: { type: "integer" },
        owner: { type: ["object", "null"], properties: { name: { type: "string" } } },
      },
    },
  },
  {
    name: "create_order",
    effect: "additive",
    inputSchema: {
      type: "object",
      properties: {
        item_id: { type: "string", pattern: "^[a-z0-9_-]+$" },
        quantity: { type: "integer" },
        price: { type: "number" },
        tags: { type: "array", items: { type: "string" }, uniqueItems: true },
        target: {
          anyOf: [{ type: "integer" }, { type: "object", properties: { id: { type: "string" } }, required: ["id"] }],
        },
      },
      required: ["item_id"],
      additionalProperties: false,
    },
    outputSchema: {
      type: "object",
      properties: { order_id: { type: "string" }, total: { type: "number" } },
      additionalProperties: false,
    },
  },
  {
    name: "delete_order",
    effect: "destructive",
    inputSchema: { type: "object", properties: { order_id: { type: "string" } }, required: ["order_id"] },
  },
  { name: "mystery" },
]);
