import type { Command } from "../../command.ts";
import { placeOptions } from "../../options/place-options.ts";
import { cassetteOptions } from "../../options/cassette-options.ts";

/** `planwright plans`: plans that people keep. */
export const plansCommand: Command = {
  name: "plans",
  summary: "Saved plans: list, show, save, diff, run with parameters.",
  commands: [
    {
      name: "list",
      summary: "List the saved plans.",
      options: { limit: { type: "string", value: "n", summary: "How many; 50 by default" }, ...placeOptions },
      load: async () => (await import("./plans.ts")).list,
    },
    {
      name: "show",
      summary: "Show a saved plan.",
      args: "<name>",
      minArgs: 1,
      options: { version: { type: "string", value: "n", summary: "Version; the latest by default" }, ...placeOptions },
      load: async () => (await import("./plans.ts")).show,
    },
    {
      name: "save",
      summary: "Save a plan under a name. What differs from the latest version becomes a new one.",
      args: "<name>",
      minArgs: 1,
      options: {
        plan: {
          type: "string",
          value: "file|-",
          summary: "{plan, parameters, description}, or a plan of any contract",
        },
        ...placeOptions,
      },
      examples: ["planwright plans save month-end --plan month-end.json"],
      load: async () => (await import("./plans.ts")).save,
    },
    {
      name: "diff",
      summary: "Compare two versions of a saved plan.",
      args: "<name>",
      minArgs: 1,
      options: {
        from: { type: "string", value: "n", summary: "Earlier version" },
        to: { type: "string", value: "n", summary: "Later version; the latest by default" },
        ...placeOptions,
      },
      load: async () => (await import("./plans.ts")).diff,
    },
    {
      name: "run",
      summary: "Run a saved plan. Exit codes as for planwright run.",
      args: "<name> [parameter=value]…",
      minArgs: 1,
      maxArgs: 100,
      options: {
        version: { type: "string", value: "n", summary: "Version; the latest by default" },
        at: { type: "string", value: "time", summary: "Start no sooner, such as 2026-12-01T09:00:00+01:00" },
        approve: { type: "boolean", summary: "Approve every write of this run as it comes, and print it" },
        ...cassetteOptions,
        ...placeOptions,
      },
      examples: ["planwright plans run month-end month=2026-10"],
      load: async () => (await import("./plans.ts")).run,
    },
  ],
};
