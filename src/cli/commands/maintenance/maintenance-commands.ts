import { type Command, command } from "../../command.ts";
import { boolean, folderOptions, json, value } from "../../options/options.ts";

const { data, config } = folderOptions;

/** Commands for operators. */
export const maintenanceCommands: readonly Command[] = [
  command(
    "doctor",
    "Check machine, database, configuration, tools and keys, and print how to fix problems. Exit 7 if a check fails.",
    {
      options: {
        data,
        config,
        port: value("number", "Port to check; 4400 by default, or PORT"),
        host: value("address", "Address to check; 127.0.0.1 by default, or HOST"),
        json,
      },
      examples: ["planwright doctor", "planwright doctor --json"],
      load: async () => (await import("./doctor.ts")).doctor,
    },
  ),
  command("migrate", "Apply pending database migrations. Every process also does this when it starts.", {
    options: { data, json },
    examples: ["planwright migrate"],
    load: async () => (await import("./migrate.ts")).migrate,
  }),
  command("backup", "Write a consistent snapshot of all data into one file, while the service runs.", {
    args: "<file|->",
    options: { data, json },
    examples: [
      "planwright backup planwright-monday.jsonl.gz",
      "planwright backup - | ssh vault.internal 'cat > planwright.jsonl.gz'",
    ],
    load: async () => (await import("./backup.ts")).backup,
  }),
  command(
    "restore",
    "Restore a backup into an empty store, SQLite or Postgres, all or nothing. Exit 3 for a damaged file.",
    {
      args: "<file|->",
      options: {
        data,
        check: boolean("Only validate the file"),
        replace: boolean("Remove existing data first; needs --yes"),
        yes: boolean("Confirm --replace"),
        json,
      },
      examples: [
        "planwright restore planwright-monday.jsonl.gz",
        "planwright restore --check planwright-monday.jsonl.gz --json",
      ],
      load: async () => (await import("./restore.ts")).restore,
    },
  ),
  command(
    "purge",
    "Remove data that is older than retention: in planwright.yaml allows. The service does this daily.",
    {
      options: {
        data,
        config,
        "dry-run": boolean("Only count what would be removed"),
        json,
      },
      examples: ["planwright purge --dry-run"],
      load: async () => (await import("./purge.ts")).purge,
    },
  ),
  command("jobs", "Show the queues; list and revive dead jobs (jobs that failed too often).", {
    commands: [
      command("queues", "Show what is due, running and dead in each queue.", {
        options: { data, json },
        load: async () => (await import("./jobs.ts")).queues,
      }),
      command("dead", "List dead jobs, newest first, with their last error.", {
        options: { data, json },
        load: async () => (await import("./jobs.ts")).dead,
      }),
      command("revive", "Retry a dead job now, or all of them. Exit 1 if there is none with this key.", {
        args: "[queue] [key]",
        options: {
          data,
          json,
          all: boolean("Revive every dead job, or those of the queue"),
        },
        examples: ["planwright jobs revive runs 0199f…", "planwright jobs revive runs --all"],
        load: async () => (await import("./jobs.ts")).revive,
      }),
    ],
  }),
];
