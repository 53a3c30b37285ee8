import type { Command } from "../../command.ts";
import { cassetteOptions } from "../../options/cassette-options.ts";
import { folderOptions } from "../../options/folder-options.ts";
import { json } from "../../options/json-option.ts";
import { remoteOptions } from "../../remote/remote.ts";

export const reactCommand: Command = {
  name: "react",
  summary: "Reason about a goal with tools until there is an answer. Exit 1 if it fails, 5 if the budget is exhausted.",
  args: '"<goal>"|-',
  minArgs: 1,
  options: {
    tools: {
      type: "string",
      value: "names",
      summary: "Allowed tools, separated by commas; read-only tools by default",
    },
    steps: { type: "string", value: "N", summary: "Maximum number of steps; 4 by default, at most 64" },
    timeout: { type: "string", value: "seconds", summary: "Total timeout; 60 by default" },
    style: { type: "string", value: "name", summary: "warm, technical or neutral (default)" },
    session: { type: "string", value: "id", summary: "Continue this session" },
    id: { type: "string", value: "text", summary: "Request id: the same id is the same run, also after a crash" },
    stream: { type: "boolean", summary: "Print events as they happen" },
    ...cassetteOptions,
    ...folderOptions,
    ...remoteOptions,
    json,
  },
  examples: [
    'planwright react "what is in quote Q-0192?"',
    'planwright react "Generate a purchase order from quote Q-0192" --tools quote_lookup,create_purchase_order --stream',
  ],
  load: async () => (await import("./react.ts")).react,
};
