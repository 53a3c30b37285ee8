import { cassetteOptions } from "../cassette-options.ts";
import type { Command } from "../command.ts";
import { folderOptions } from "../folder-options.ts";
import { json } from "../json-option.ts";
import { remoteOptions } from "../remote.ts";

/** A plan carried out, played again, and what it cost. */
export const runCommands: readonly Command[] = [
  {
    name: "run",
    summary: "Carry a plan out, durably. Exit 1 when it failed, 3 when it is not valid, 6 when a person must decide.",
    options: {
      plan: { type: "string", value: "file|-", summary: "The plan, in any contract's form" },
      contract: {
        type: "string",
        value: "name",
        choices: ["plan", "service", "structured", "actions", "determinism"],
        summary: "plan, service, structured, actions or determinism; seen from the fields by default",
      },
      key: {
        type: "string",
        value: "text",
        summary: "Idempotency key: the same key is the same run. A server's API key is PLANWRIGHT_KEY here",
      },
      ...cassetteOptions,
      ...folderOptions,
      json,
    },
    examples: [
      "planwright run --plan plan.json",
      'planwright plan "what is in quote Q-0192?" --json | planwright run --plan -',
      "planwright run --plan plan.json --record calls.jsonl && planwright run --plan plan.json --replay calls.jsonl",
    ],
    load: async () => (await import("./run.ts")).run,
    there: async () => (await import("../there/runs.ts")).run,
  },
  {
    name: "budgets",
    summary: "What models cost: spend by day, agent and model, limits, notices. Exit 5 where a limit is used up.",
    options: {
      days: { type: "string", value: "number", summary: "How many days of spend; 30 by default" },
      tenant: { type: "string", value: "name", summary: 'Whose; "local" by default' },
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
    summary: "Carry a run's plan out again from its record and compare. Exit 4 at a mismatch.",
    args: "<run>",
    minArgs: 1,
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
    there: async () => (await import("../there/runs.ts")).replay,
  },
];
