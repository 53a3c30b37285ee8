import { scopes } from "../../contracts/api/route.ts";
import type { Command } from "../command.ts";
import { folderOptions } from "../folder-options.ts";
import { json } from "../json-option.ts";

const { data } = folderOptions;

/** `planwright keys`: works on the data folder, whether a server runs on it or not. */
export const keysCommand: Command = {
  name: "keys",
  summary: "Make, list and revoke the API keys that let callers in.",
  commands: [
    {
      name: "create",
      summary: "Make a key. Its text is printed this once; only a hash is kept.",
      options: {
        name: { type: "string", value: "text", summary: "What it is for" },
        tenant: { type: "string", value: "name", summary: 'Whose it is; "local" by default' },
        scope: {
          type: "string",
          value: "scope",
          multiple: true,
          offers: scopes,
          summary: `One or several of ${scopes.join(", ")}`,
        },
        expires: { type: "string", value: "time", summary: "How long it is valid: 12h, 30d, 8w; for ever by default" },
        data,
        json,
      },
      examples: ["planwright keys create --name ci --tenant acme --scope plan --scope runs --expires 30d"],
      load: async () => (await import("./keys.ts")).create,
    },
    {
      name: "list",
      summary: "The keys, with when each was last used.",
      options: { tenant: { type: "string", value: "name", summary: "Of this tenant only" }, data, json },
      load: async () => (await import("./keys.ts")).list,
    },
    {
      name: "revoke",
      summary: "Make a key worthless. Servers that run notice within a second.",
      args: "<id>",
      minArgs: 1,
      options: { data, json },
      load: async () => (await import("./keys.ts")).revoke,
    },
  ],
};
