import { cassetteOptions } from "../../options/cassette-options.ts";
import type { Command } from "../../command.ts";
import { priorityOption } from "../../options/priority-option.ts";
import { folderOptions } from "../../options/folder-options.ts";
import { json } from "../../options/json-option.ts";
import { remoteOptions } from "../../remote/remote.ts";

/** Runs, replays and spending. */
export const runCommands: readonly Command[] = [
  {
    name: "run",
    summary: "Run a plan durably. Exit 1 if it fails, 3 if it is invalid, 6 if it needs a decision.",
    options: {
      plan: { type: "string", value: "file|-", summary: "The plan, in the format of any contract" },
      contract: {
        type: "string",
        value: "name",
        choices: ["plan", "service", "structured", "actions", "determinism"],
        summary: "plan, service, structured, actions or determinism; detected by default",
      },
      key: {
        type: "string",
        value: "text",
        summary: "Idempotency key: the same key is the same run. Set the API key of a server with PLANWRIGHT_KEY",
      },
      repeat: { type: "boolean", summary: "Write again what earlier runs did under the same scopes" },
      at: { type: "string", value: "time", summary: "Start no sooner, such as 2026-12-01T09:00:00+01:00" },
      priority: priorityOption,
      "dry-run": {
        type: "boolean",
        summary: "Show what each step would do, with values before and after; reads are made, writes are not",
      },
      approve: { type: "boolean", summary: "Approve every write of this run as it comes, and print it" },
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
    loadRemote: async () => (await import("../../remote/runs.ts")).run,
  },
  {
    name: "budgets",
    summary: "Spending on models by day, agent and model; limits and notices. Exit 5 if a limit is reached.",
    options: {
      days: { type: "string", value: "number", summary: "Number of days; 30 by default" },
      tenant: { type: "string", value: "name", summary: 'Tenant; "local" by default' },
      data: folderOptions.data,
      config: folderOptions.config,
      ...remoteOptions,
      json,
    },
    examples: ["planwright budgets --days 7"],
    load: async () => (await import("./budgets.ts")).budgets,
  },
  {
    name: "replay",
    summary: "Replay a run from its record and compare. Exit 4 if it differs.",
    args: "<run>",
    options: {
      mode: {
        type: "string",
        value: "mode",
        choices: ["dry_run", "mock_replay", "full_replay"],
        summary: "dry_run (default), mock_replay or full_replay (live calls)",
      },
      ...folderOptions,
      json,
    },
    examples: ["planwright replay 0199f… --mode full_replay"],
    load: async () => (await import("./replay.ts")).replay,
    loadRemote: async () => (await import("../../remote/runs.ts")).replay,
  },
];
