import { cassetteOptions } from "../../options/cassette-options.ts";
import type { Command } from "../../command.ts";
import { folderOptions } from "../../options/folder-options.ts";
import { json } from "../../options/json-option.ts";
import { remoteOptions } from "../../remote/remote.ts";

/** Options for planning: tools, packs, planner, time and time zone. */
const planning = {
  ...folderOptions,
  tools: {
    type: "string",
    value: "manifest.json",
    summary: "Tools to plan with; those of planwright.yaml, or the demo tools, by default",
  },
  pack: {
    type: "string",
    value: "file.yaml",
    multiple: true,
    summary: "Domain pack (repeatable); those of planwright.yaml, or the demo packs, by default",
  },
  planner: {
    type: "string",
    value: "id",
    offers: ["grammar", "memo:grammar", "cascade", "stub", "model"],
    summary: "grammar (default), or another of planwright planners",
  },
  now: { type: "string", value: "ISO", summary: "Time of the request, the base of relative dates" },
  zone: {
    type: "string",
    value: "IANA",
    summary: "Time zone of the request, for example Europe/Moscow; UTC by default",
  },
} as const;

const strict = {
  type: "boolean",
  summary: "Of cases: what would be served, with a question for what a plan leaves out, instead of the best plan",
} as const;

/** Planning and its evaluation. */
export const planningCommands: readonly Command[] = [
  {
    name: "plan",
    summary: "Turn a goal into a plan. Exit 1 if input is missing or no tool fits, 5 if the budget is exhausted.",
    args: '"<goal>"|-',
    minArgs: 0,
    options: {
      ...planning,
      contract: {
        type: "string",
        value: "name",
        choices: ["service", "structured", "determinism", "actions"],
        summary: "Print the document of a contract: service, structured, determinism or actions",
      },
      locale: {
        type: "string",
        value: "en|ru",
        choices: ["en", "ru"],
        summary: "Output language; the language of the goal by default",
      },
      explain: { type: "boolean", summary: "Show which words led to which tool and argument" },
      memo: { type: "string", value: "file", summary: "Remember and reuse answers in a JSON Lines file" },
      batch: { type: "string", value: "cases.jsonl", summary: "Plan every case of a file (.gz supported)" },
      strict,
      out: {
        type: "string",
        value: "file",
        summary: "Output file of --batch; standard output by default",
      },
      ...cassetteOptions,
      json,
    },
    examples: [
      'planwright plan "Generate a purchase order from quote Q-0192" --explain',
      'planwright plan "a 3-step plan to print the time" --contract structured',
      'planwright plan "Move the deal Acme website to paused" --contract actions',
      "planwright plan --batch cases.jsonl.gz --out predictions.jsonl",
    ],
    load: async () => (await import("./plan.ts")).plan,
    loadRemote: async () => (await import("../../remote/planning.ts")).plan,
  },
  {
    name: "eval",
    summary: "Plan the cases of files, score them and print a table.",
    args: "<cases.jsonl>…",
    options: {
      ...planning,
      strict,
      ablate: { type: "boolean", summary: "Print what each rule of the grammar is worth on the cases" },
      errors: { type: "string", value: "N", summary: "Show the first N wrong cases" },
      "at-least": { type: "string", value: "percent", summary: "Exit 1 if fewer cases are right" },
      json,
    },
    examples: ["planwright eval cases.jsonl", "planwright eval cases.jsonl.gz --errors 10 --at-least 80"],
    load: async () => (await import("./eval.ts")).evaluate,
  },
  {
    name: "planners",
    summary: "List the planners with determinism and cost, or measure the stability of one. Exit 1 below --at-least.",
    args: '[stability ["<goal>"…]]',
    options: {
      ...planning,
      n: { type: "string", value: "number", summary: "stability: repetitions per goal; 20 by default" },
      "at-least": {
        type: "string",
        value: "share",
        summary: "stability: required share of plans with the same structure; 0.9 by default",
      },
      ...cassetteOptions,
      json,
    },
    examples: ["planwright planners --json", "planwright planners stability --n 20 --planner model"],
    load: async () => (await import("./planners.ts")).planners,
    loadRemote: async () => (await import("../../remote/planning.ts")).planners,
  },
  {
    name: "estimate",
    summary:
      "Estimate the cost of planning a goal, or the least and the most that a ReAct run or a plan costs, without doing it.",
    args: '"<goal>"',
    minArgs: 0,
    options: {
      plan: { type: "string", value: "file|-", summary: "A plan in the format of any contract, instead of a goal" },
      react: { type: "boolean", summary: "Bounds of a ReAct run for the goal, instead of planning" },
      steps: { type: "string", value: "number", summary: "Most steps of the ReAct run; 4 by default" },
      ...planning,
      json,
    },
    examples: [
      'planwright estimate "What do we have in stock of bolts?" --react --steps 8',
      'planwright estimate "Generate a purchase order from quote Q-0192"',
      "planwright estimate --plan plan.json",
    ],
    load: async () => (await import("./estimate.ts")).estimate,
  },
];

export const reactCommand: Command = {
  name: "react",
  summary: "Reason about a goal with tools until there is an answer. Exit 1 if it fails, 5 if the budget is exhausted.",
  args: '"<goal>"|-',
  options: {
    tools: {
      type: "string",
      value: "names",
      summary: "Allowed tools, separated by commas; read-only tools by default",
    },
    steps: { type: "string", value: "N", summary: "Maximum number of steps; 4 by default, at most 64" },
    timeout: { type: "string", value: "seconds", summary: "Total timeout; 60 by default" },
    style: { type: "string", value: "name", summary: "warm, technical or neutral (default)" },
    session: { type: "string", value: "id", summary: "Continue this session" },
    id: { type: "string", value: "text", summary: "Request id: the same id is the same run, also after a crash" },
    stream: { type: "boolean", summary: "Print events as they happen" },
    ...cassetteOptions,
    ...folderOptions,
    ...remoteOptions,
    json,
  },
  examples: [
    'planwright react "what is in quote Q-0192?"',
    'planwright react "Generate a purchase order from quote Q-0192" --tools quote_lookup,create_purchase_order --stream',
  ],
  load: async () => (await import("./react.ts")).react,
};
