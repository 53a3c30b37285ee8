import { createToolbox, type Toolbox } from "../../plan/tool-spec.ts";

/** The whitelist of the contract: exactly these two, unless the caller passes its own toolbox. */
export const structuredToolbox: Toolbox = createToolbox([
  {
    name: "echo_tool",
    description: "Gives back the text. Stands in where no tool is needed or the one asked for is not available.",
    inputSchema: {
      type: "object",
      properties: { text: { type: "string" } },
      required: ["text"],
      additionalProperties: false,
    },
    outputSchema: {
      type: "object",
      properties: { echo: { type: "string" } },
      required: ["echo"],
      additionalProperties: false,
    },
    effect: "read",
  },
  {
    name: "get_time",
    description: "Gives the current time in UTC, ISO 8601 with the offset +00:00.",
    inputSchema: { type: "object", additionalProperties: false },
    outputSchema: {
      type: "object",
      properties: { now_utc: { type: "string" } },
      required: ["now_utc"],
      additionalProperties: false,
    },
    effect: "read",
  },
]);
