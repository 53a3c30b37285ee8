import { type Command, command } from "../../command.ts";
import {
  boolean,
  cassetteOptions,
  folderOptions,
  json,
  number,
  placeOptions,
  priorityOption,
  remoteOptions,
  value,
} from "../../options/options.ts";

/** Runs, replays and spending. */
export const runCommands: readonly Command[] = [
  command("run", "Run a plan durably. Exit 1 if it fails, 3 if it is invalid, 6 if it needs a decision.", {
    options: {
      plan: value("file|-", "The plan, in the format of any contract"),
      contract: value("name", "plan, service, structured, actions or determinism; detected by default", {
        choices: ["plan", "service", "structured", "actions", "determinism"],
      }),
      key: value(
        "text",
        "Idempotency key: the same key is the same run. Set the API key of a server with PLANWRIGHT_KEY",
      ),
      repeat: boolean("Write again what earlier runs did under the same scopes"),
      at: value("time", "Start no sooner, such as 2026-12-01T09:00:00+01:00"),
      priority: priorityOption,
      "dry-run": boolean("Show what each step would do, with values before and after; reads are made, writes are not"),
      approve: boolean("Approve every write of this run as it comes, and print it"),
      url: remoteOptions.url,
      ...cassetteOptions,
      ...folderOptions,
      json,
    },
    examples: [
      "planwright run --plan plan.json",
      "planwright run --plan plan.json --dry-run",
      'planwright plan "what is in quote Q-0192?" --json | planwright run --plan -',
      "planwright run --plan plan.json --record calls.jsonl && planwright run --plan plan.json --replay calls.jsonl",
    ],
    load: async () => (await import("./run.ts")).run,
  }),
  command("budgets", "Spending on models by day, agent and model; limits and notices. Exit 5 if a limit is reached.", {
    options: {
      days: number("number", "Number of days; 30 by default", [1, 366]),
      tenant: value("name", 'Tenant; "local" by default'),
      data: folderOptions.data,
      config: folderOptions.config,
      ...remoteOptions,
      json,
    },
    examples: ["planwright budgets --days 7"],
    load: async () => (await import("./budgets.ts")).budgets,
  }),
  command("replay", "Replay a run from its record and compare. Exit 4 if it differs.", {
    args: "<run>",
    options: {
      mode: value("mode", "dry_run (default), mock_replay or full_replay (live calls)", {
        choices: ["dry_run", "mock_replay", "full_replay"],
      }),
      ...placeOptions,
    },
    examples: ["planwright replay 0199f… --mode full_replay"],
    load: async () => (await import("./runs.ts")).replay,
  }),
];
