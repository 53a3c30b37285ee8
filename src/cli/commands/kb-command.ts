import type { Command } from "../command.ts";
import { folderOptions } from "../folder-options.ts";
import { json } from "../json-option.ts";

/** A document of the knowledge base is everybody's, unless it is a tenant's own. */
const documentOptions = {
  ...folderOptions,
  tenant: { type: "string", value: "name", summary: "Whose documents; those shared by all by default" },
} as const;

/** `planwright kb`: works on the documents of the data folder. */
export const kbCommand: Command = {
  name: "kb",
  summary: "The knowledge base: documents that lookups search.",
  commands: [
    {
      name: "add",
      summary: "Add files (.md, .txt, .html, .pdf) or folders of them; a file added again is replaced.",
      args: "<path>…",
      minArgs: 1,
      maxArgs: 1000,
      options: { ...documentOptions, json },
      examples: ["planwright kb add docs/ handbook.pdf"],
      load: async () => (await import("./kb.ts")).add,
      there: async () => (await import("../there/kb.ts")).add,
    },
    {
      name: "list",
      summary: "The documents.",
      options: { ...documentOptions, json },
      load: async () => (await import("./kb.ts")).list,
      there: async () => (await import("../there/kb.ts")).list,
    },
    {
      name: "remove",
      summary: "Remove documents by the path they were added with.",
      args: "<path>…",
      minArgs: 1,
      maxArgs: 1000,
      options: { ...documentOptions, json },
      load: async () => (await import("./kb.ts")).remove,
      there: async () => (await import("../there/kb.ts")).remove,
    },
    {
      name: "search",
      summary: "Search as a lookup would, in English or Russian. Exit 1 when nothing was found.",
      args: "<words>…",
      minArgs: 1,
      maxArgs: 100,
      options: {
        limit: { type: "string", value: "n", summary: "How many; 5 by default" },
        ...documentOptions,
        json,
      },
      examples: ['planwright kb search "how do I create a purchase order?"'],
      load: async () => (await import("./kb.ts")).search,
      there: async () => (await import("../there/kb.ts")).search,
    },
  ],
};
