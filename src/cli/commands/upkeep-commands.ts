import type { Command } from "../command.ts";
import { folderOptions } from "../folder-options.ts";
import { json } from "../json-option.ts";

const { data, config } = folderOptions;

/** What an operator looks after. */
export const upkeepCommands: readonly Command[] = [
  {
    name: "doctor",
    summary:
      "Say what is in order, what is not, and how to mend it: machine, database, configuration, tools, keys. Exit 7 when something is not.",
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
    name: "backup",
    summary: "Everything that is kept, as it stands at one moment, into one file, while the service runs.",
    args: "<file|->",
    minArgs: 1,
    options: { data, json },
    examples: [
      "planwright backup planwright-monday.jsonl.gz",
      "planwright backup - | ssh vault.internal 'cat > planwright.jsonl.gz'",
    ],
    load: async () => (await import("./backup.ts")).backup,
  },
  {
    name: "restore",
    summary: "Put a backup into an empty store, SQLite or Postgres, whole or not at all. Exit 3 for a damaged file.",
    args: "<file|->",
    minArgs: 1,
    options: {
      data,
      check: { type: "boolean", summary: "Only read the file to its end and say whether it is whole" },
      replace: { type: "boolean", summary: "Remove what stands in the store first; needs --yes" },
      yes: { type: "boolean", summary: "You mean --replace" },
      json,
    },
    examples: [
      "planwright restore planwright-monday.jsonl.gz",
      "planwright restore --check planwright-monday.jsonl.gz --json",
    ],
    load: async () => (await import("./restore.ts")).restore,
  },
  {
    name: "sweep",
    summary: "Remove what is older than retention: of planwright.yaml keeps. The service does so once a day.",
    options: {
      data,
      config,
      "dry-run": { type: "boolean", summary: "Only say how many of each would go" },
      json,
    },
    examples: ["planwright sweep --dry-run"],
    load: async () => (await import("./sweep.ts")).sweep,
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
