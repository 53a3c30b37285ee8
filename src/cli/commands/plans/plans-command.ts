import type { Command } from "../../command.ts";
import { priorityOption } from "../../options/priority-option.ts";
import { placeOptions } from "../../options/place-options.ts";
import { cassetteOptions } from "../../options/cassette-options.ts";

/** `planwright plans`: plans that people keep. */
export const plansCommand: Command = {
  name: "plans",
  summary: "Saved plans: list, show, save, diff, run with parameters, schedule, approve in advance.",
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
      options: { version: { type: "string", value: "n", summary: "Version; the latest by default" }, ...placeOptions },
      load: async () => (await import("./plans.ts")).show,
    },
    {
      name: "save",
      summary: "Save a plan under a name. What differs from the latest version becomes a new one.",
      args: "<name>",
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
      options: {
        version: { type: "string", value: "n", summary: "Version; the latest by default" },
        at: { type: "string", value: "time", summary: "Start no sooner, such as 2026-12-01T09:00:00+01:00" },
        priority: priorityOption,
        approve: { type: "boolean", summary: "Approve every write of this run as it comes, and print it" },
        "dry-run": { type: "boolean", summary: "Show what each step would do, and write nothing" },
        ...cassetteOptions,
        ...placeOptions,
      },
      examples: ["planwright plans run month-end month=2026-10"],
      load: async () => (await import("./plans.ts")).run,
    },
    {
      name: "schedule",
      summary: "Run a saved plan on a schedule, or stop that.",
      args: "<name> [parameter=value]…",
      options: {
        cron: { type: "string", value: "fields", summary: "Minute, hour, day of month, month, day of week" },
        zone: { type: "string", value: "zone", summary: "IANA name; UTC by default" },
        overlap: {
          type: "string",
          value: "policy",
          summary: "While it runs: skip, queue, queue_one, parallel or cancel_other",
        },
        catchup: { type: "string", value: "policy", summary: "Missed slots: none, latest or all" },
        "catchup-window": {
          type: "string",
          value: "minutes",
          summary: "Older slots are missed, whatever --catchup says",
        },
        jitter: { type: "string", value: "seconds", summary: "Start each slot up to so much later" },
        quiet: {
          type: "string",
          value: "hours",
          summary: 'No starts then, such as 22:00-07:00, or "22:00-07:00 skip"',
        },
        version: { type: "string", value: "n", summary: "Version; the latest of each time by default" },
        remove: { type: "boolean", summary: "Remove the schedule" },
        ...placeOptions,
      },
      examples: [
        'planwright plans schedule month-end month={{slot.last_month}} --cron "0 9 1 * *" --zone Europe/Berlin',
        "planwright plans schedule month-end --remove",
      ],
      load: async () => (await import("./plan-rules.ts")).schedule,
    },
    {
      name: "approve",
      summary: "Approve the writes of a version in advance, for runs with these values.",
      args: "<name> [parameter=value]…",
      options: {
        version: { type: "string", value: "n", summary: "Version; the latest by default" },
        runs: { type: "string", value: "n", summary: "How many runs it covers" },
        until: { type: "string", value: "time", summary: "When it ends, such as 2026-12-31T00:00:00Z" },
        vary: { type: "string", value: "name,…", summary: "Parameters that may have any value" },
        results: { type: "boolean", summary: "Cover writes with values from results of earlier steps" },
        reason: { type: "string", value: "text", summary: "Why" },
        ...placeOptions,
      },
      examples: ["planwright plans approve month-end --runs 12 --until 2027-01-01T00:00:00Z --vary month"],
      load: async () => (await import("./plan-rules.ts")).approve,
    },
    {
      name: "revoke",
      summary: "Revoke the approval that is kept for a saved plan. Runs under way ask from now on.",
      args: "<name>",
      options: { reason: { type: "string", value: "text", summary: "Why" }, ...placeOptions },
      load: async () => (await import("./plan-rules.ts")).revoke,
    },
  ],
};
