import type { Command } from "../command.ts";
import { folderOptions } from "../folder-options.ts";
import { json } from "../json-option.ts";

/** `planwright tools`: works on the configuration of the folder. */
export const toolsCommand: Command = {
  name: "tools",
  summary: "Look at the tools of planwright.yaml, call one, and pin MCP servers.",
  commands: [
    {
      name: "list",
      summary: "Every tool with its class and source; without a configuration, the built-in and demo tools.",
      options: { ...folderOptions, json },
      load: async () => (await import("./tools.ts")).list,
      there: async () => (await import("../there/tools.ts")).list,
    },
    {
      name: "show",
      summary: "One tool: class, limits and schemas.",
      args: "<tool>",
      minArgs: 1,
      options: { ...folderOptions, json },
      examples: ["planwright tools show quote_lookup"],
      load: async () => (await import("./tools.ts")).show,
      there: async () => (await import("../there/tools.ts")).show,
    },
    {
      name: "call",
      summary: "Execute one tool now. Exit 1 when it failed, 3 when the payload does not fit, 7 when it is down.",
      args: "<tool> [json|-]",
      minArgs: 1,
      maxArgs: 2,
      options: {
        key: {
          type: "string",
          value: "text",
          summary: "Effect key: a tool that knows keys acts once on it. A server's API key is PLANWRIGHT_KEY here",
        },
        ...folderOptions,
        json,
      },
      examples: [`planwright tools call quote_lookup '{"quote_id":"Q-0192"}'`],
      load: async () => (await import("./tools.ts")).call,
      there: async () => (await import("../there/tools.ts")).call,
    },
    {
      name: "pin",
      summary: "Accept what MCP servers offer now, so that their writes may be called.",
      args: "[server]…",
      maxArgs: 100,
      options: { ...folderOptions, json },
      load: async () => (await import("./tools.ts")).pin,
    },
    {
      name: "check",
      summary: "Compare MCP servers with their pins. Exit 1 when one differs, 7 when one is down.",
      args: "[server]…",
      maxArgs: 100,
      options: { ...folderOptions, json },
      load: async () => (await import("./tools.ts")).check,
    },
  ],
};
