import type { Command } from "../command.ts";
import { folderOptions } from "../folder-options.ts";
import { json } from "../json-option.ts";

const { data, config } = folderOptions;

/** What an operator looks after: `doctor`, `migrate`, `jobs`. */
export const upkeepCommands: readonly Command[] = [
  {
    name: "doctor",
    summary: "Say what is in order, what is not, and how to mend it: database, Redis, folder, port, tools. Exit 7.",
    options: {
      data,
      config,
      port: { type: "string", value: "number", summary: "The port to look at; 4400 by default, or PORT" },
      host: { type: "string", value: "address", summary: "Where it would listen; 127.0.0.1 by default, or HOST" },
      json,
    },
    examples: ["planwright doctor", "planwright doctor --json"],
    load: async () => (await import("./doctor.ts")).doctor,
  },
  {
    name: "migrate",
    summary:
      "Bring the schema of the database up to date. Every process does so when it starts; this does nothing else.",
    options: { data, json },
    examples: ["planwright migrate"],
    load: async () => (await import("./migrate.ts")).migrate,
  },
  {
    name: "jobs",
    summary: "Jobs that failed too often and were given up, and the way back.",
    commands: [
      {
        name: "dead",
        summary: "List them, the latest first, each with its last error.",
        options: { data, json },
        load: async () => (await import("./jobs.ts")).dead,
      },
      {
        name: "revive",
        summary: "Take one up again, now. Exit 1 where there is no such dead job.",
        args: "<queue> <key>",
        minArgs: 2,
        maxArgs: 2,
        options: { data, json },
        examples: ["planwright jobs revive runs 0199f…"],
        load: async () => (await import("./jobs.ts")).revive,
      },
    ],
  },
];
