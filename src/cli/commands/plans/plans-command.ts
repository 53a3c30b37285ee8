import { command } from "../../command.ts";
import { boolean, cassetteOptions, number, placeOptions, priorityOption, value } from "../../options/options.ts";

const versions = [1, 999_999] as const;
const version = number("n", "Version; the latest by default", versions);

/** `planwright plans`: plans that people keep. */
export const plansCommand = command(
  "plans",
  "Saved plans: list, show, save, diff, run with parameters, schedule, approve in advance.",
  {
    commands: [
      command("list", "List the saved plans.", {
        options: { limit: number("n", "How many; 50 by default", [1, 200]), ...placeOptions },
        load: async () => (await import("./plans.ts")).list,
      }),
      command("show", "Show a saved plan.", {
        args: "<name>",
        options: { version, ...placeOptions },
        load: async () => (await import("./plans.ts")).show,
      }),
      command("save", "Save a plan under a name. What differs from the latest version becomes a new one.", {
        args: "<name>",
        options: {
          plan: value("file|-", "{plan, parameters, description}, or a plan of any contract"),
          ...placeOptions,
        },
        examples: ["planwright plans save month-end --plan month-end.json"],
        load: async () => (await import("./plans.ts")).save,
      }),
      command("diff", "Compare two versions of a saved plan.", {
        args: "<name>",
        options: {
          from: number("n", "Earlier version", versions),
          to: number("n", "Later version; the latest by default", versions),
          ...placeOptions,
        },
        load: async () => (await import("./plans.ts")).diff,
      }),
      command("run", "Run a saved plan. Exit codes as for planwright run.", {
        args: "<name> [parameter=value]…",
        options: {
          version,
          at: value("time", "Start no sooner, such as 2026-12-01T09:00:00+01:00"),
          priority: priorityOption,
          approve: boolean("Approve every write of this run as it comes, and print it"),
          "dry-run": boolean("Show what each step would do, and write nothing"),
          ...cassetteOptions,
          ...placeOptions,
        },
        examples: ["planwright plans run month-end month=2026-10"],
        load: async () => (await import("./plans.ts")).run,
      }),
      command("schedule", "Run a saved plan on a schedule, or stop that.", {
        args: "<name> [parameter=value]…",
        options: {
          cron: value("fields", "Minute, hour, day of month, month, day of week"),
          zone: value("zone", "IANA name; UTC by default"),
          overlap: value("policy", "While it runs: skip, queue, queue_one, parallel or cancel_other"),
          catchup: value("policy", "Missed slots: none, latest or all"),
          "catchup-window": number("minutes", "Older slots are missed, whatever --catchup says", [1, 525_600]),
          jitter: number("seconds", "Start each slot up to so much later", [1, 86_400]),
          quiet: value("hours", 'No starts then, such as 22:00-07:00, or "22:00-07:00 skip"'),
          version: number("n", "Version; the latest of each time by default", versions),
          remove: boolean("Remove the schedule"),
          ...placeOptions,
        },
        examples: [
          'planwright plans schedule month-end month={{slot.last_month}} --cron "0 9 1 * *" --zone Europe/Berlin',
          "planwright plans schedule month-end --remove",
        ],
        load: async () => (await import("./plan-rules.ts")).schedule,
      }),
      command("approve", "Approve the writes of a version in advance, for runs with these values.", {
        args: "<name> [parameter=value]…",
        options: {
          version,
          runs: number("n", "How many runs it covers", [1, 9999]),
          until: value("time", "When it ends, such as 2026-12-31T00:00:00Z"),
          vary: value("name,…", "Parameters that may have any value"),
          results: boolean("Cover writes with values from results of earlier steps"),
          reason: value("text", "Why"),
          ...placeOptions,
        },
        examples: ["planwright plans approve month-end --runs 12 --until 2027-01-01T00:00:00Z --vary month"],
        load: async () => (await import("./plan-rules.ts")).approve,
      }),
      command("revoke", "Revoke the standing approval of a saved plan. Runs in progress ask from now on.", {
        args: "<name>",
        options: { reason: value("text", "Why"), ...placeOptions },
        load: async () => (await import("./plan-rules.ts")).revoke,
      }),
    ],
  },
);
