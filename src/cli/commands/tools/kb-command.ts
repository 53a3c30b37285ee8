import { command } from "../../command.ts";
import { folderOptions, json, number, value } from "../../options/options.ts";

/** Documents are shared by all tenants unless they belong to one. */
const documentOptions = {
  ...folderOptions,
  tenant: value("name", "Tenant of the documents; shared documents by default"),
} as const;

/** `planwright kb`: the knowledge base. */
export const kbCommand = command("kb", "The knowledge base: documents that lookups search.", {
  commands: [
    command("add", "Add files (.md, .txt, .html, .pdf) or folders. Adding a file again replaces it.", {
      args: "<path>…",
      options: { ...documentOptions, json },
      examples: ["planwright kb add docs/ handbook.pdf"],
      load: async () => (await import("./kb.ts")).add,
      loadRemote: async () => (await import("../../remote/kb.ts")).add,
    }),
    command("list", "List the documents.", {
      options: { ...documentOptions, json },
      load: async () => (await import("./kb.ts")).list,
      loadRemote: async () => (await import("../../remote/kb.ts")).list,
    }),
    command("remove", "Remove documents by the path with which they were added.", {
      args: "<path>…",
      options: { ...documentOptions, json },
      load: async () => (await import("./kb.ts")).remove,
      loadRemote: async () => (await import("../../remote/kb.ts")).remove,
    }),
    command("search", "Search in English or Russian, like a lookup. Exit 1 if nothing is found.", {
      args: "<words>…",
      options: {
        limit: number("n", "How many; 5 by default", [1, 50]),
        ...documentOptions,
        json,
      },
      examples: ['planwright kb search "how do I create a purchase order?"'],
      load: async () => (await import("./kb.ts")).search,
      loadRemote: async () => (await import("../../remote/kb.ts")).search,
    }),
  ],
});
