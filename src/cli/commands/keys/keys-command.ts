import { scopes } from "../../../contracts/api/route.ts";
import { command } from "../../command.ts";
import { folderOptions, json, value } from "../../options/options.ts";

const { data } = folderOptions;

/** `planwright keys`: works on the data folder, also while a server runs. */
export const keysCommand = command("keys", "Create, list and revoke API keys.", {
  commands: [
    command("create", "Create a key. It is printed once; only a hash is stored.", {
      options: {
        name: value("text", "Purpose of the key"),
        tenant: value("name", 'Tenant of the key; "local" by default'),
        scope: value("scope", `One or more of ${scopes.join(", ")}`, { multiple: true, suggestions: scopes }),
        expires: value("time", "Lifetime: 12h, 30d, 8w; unlimited by default"),
        data,
        json,
      },
      examples: ["planwright keys create --name ci --tenant acme --scope plan --scope runs --expires 30d"],
      load: async () => (await import("./keys.ts")).create,
    }),
    command("list", "List the keys with their last use.", {
      options: { tenant: value("name", "Only keys of this tenant"), data, json },
      load: async () => (await import("./keys.ts")).list,
    }),
    command("revoke", "Revoke a key. Running servers notice within a second.", {
      args: "<id>",
      options: { data, json },
      load: async () => (await import("./keys.ts")).revoke,
    }),
  ],
});
