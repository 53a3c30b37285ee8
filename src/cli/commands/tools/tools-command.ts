import { command } from "../../command.ts";
import { boolean, folderOptions, json, value } from "../../options/options.ts";

/** `planwright tools`: the tools of the workspace. */
export const toolsCommand = command("tools", "List the tools of planwright.yaml, call one, and pin MCP servers.", {
  commands: [
    command("list", "List the tools with class and source; without a configuration, the built-in and demo tools.", {
      options: { ...folderOptions, json },
      load: async () => (await import("./tools.ts")).list,
      loadRemote: async () => (await import("../../remote/tools.ts")).list,
    }),
    command("show", "Show a tool: class, limits and schemas.", {
      args: "<tool>",
      options: { ...folderOptions, json },
      examples: ["planwright tools show quote_lookup"],
      load: async () => (await import("./tools.ts")).show,
      loadRemote: async () => (await import("../../remote/tools.ts")).show,
    }),
    command(
      "call",
      "Call a tool. Exit 1 if it fails, 3 if the payload is invalid, 6 if it needs approval, 7 if it is unavailable.",
      {
        args: "<tool> [json|-]",
        options: {
          approve: boolean("Approve this call if the policy asks for approval"),
          key: value(
            "text",
            "Effect key: a keyed tool acts once per key. Set the API key of a server with PLANWRIGHT_KEY",
          ),
          ...folderOptions,
          json,
        },
        examples: [`planwright tools call quote_lookup '{"quote_id":"Q-0192"}'`],
        load: async () => (await import("./tools.ts")).call,
        loadRemote: async () => (await import("../../remote/tools.ts")).call,
      },
    ),
    command("login", "Log in at an MCP server by OAuth, for one tenant. The tokens are stored encrypted.", {
      args: "<server>",
      options: {
        paste: boolean("Read the address where the browser ended from standard input, if it runs on another machine"),
        ...folderOptions,
        json,
      },
      examples: ["planwright tools login crm", "planwright tools login crm --tenant acme --paste"],
      load: async () => (await import("./tools-login.ts")).login,
    }),
    command("logout", "Delete the stored login of a tenant at an MCP server. Exit 1 if there was none.", {
      args: "<server>",
      options: { ...folderOptions, json },
      load: async () => (await import("./tools-login.ts")).logout,
    }),
    command("pin", "Pin the current tools of MCP servers, which allows their writes.", {
      args: "[server]…",
      options: { ...folderOptions, json },
      load: async () => (await import("./tools.ts")).pin,
    }),
    command("check", "Compare MCP servers with their pins. Exit 1 if one differs, 7 if one is down.", {
      args: "[server]…",
      options: { ...folderOptions, json },
      load: async () => (await import("./tools.ts")).check,
    }),
  ],
});
