import { cassetteOptions } from "../cassette-options.ts";
import type { Command } from "../command.ts";
import { folderOptions } from "../folder-options.ts";
import { json } from "../json-option.ts";

/** What planning reads: tools, packs, planner, and the time and place the goal was said. */
const planning = {
  ...folderOptions,
  tools: {
    type: "string",
    value: "manifest.json",
    summary: "The tools to plan with; those of planwright.yaml, or the demo tools, by default",
  },
  pack: {
    type: "string",
    value: "file.yaml",
    multiple: true,
    summary: "A domain pack, several times if need be; those of planwright.yaml, or the demo's, by default",
  },
  planner: {
    type: "string",
    value: "id",
    offers: ["grammar", "memo:grammar", "cascade", "stub", "model"],
    summary: "grammar (default), or another of planwright planners",
  },
  now: { type: "string", value: "ISO", summary: "When the goal was said; relative dates count from it" },
  zone: { type: "string", value: "IANA", summary: "Where it was said, for example Europe/Moscow; UTC by default" },
} as const;

const strict = {
  type: "boolean",
  summary: "Of cases: what would be served, with a question for what a plan leaves out, instead of the best plan",
} as const;

/** From a goal to a plan, and how well that goes. */
export const planningCommands: readonly Command[] = [
  {
    name: "plan",
    summary:
      "Turn a goal into a plan. Exit 1 where something must be asked first or no tool fits, 5 for want of money.",
    args: '"<goal>"|-',
    maxArgs: 1,
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
        summary: "Language of the wording; that of the goal by default",
      },
      explain: { type: "boolean", summary: "Show which words led to which tool and argument" },
      memo: { type: "string", value: "file", summary: "Remember answers in a JSON Lines file, and give them again" },
      batch: { type: "string", value: "cases.jsonl", summary: "Plan every case of a file, packed (.gz) or not" },
      strict,
      out: {
        type: "string",
        value: "file",
        summary: "Where the predictions of --batch go; standard output by default",
      },
      ...cassetteOptions,
      json,
    },
    examples: [
      'planwright plan "Generate a purchase order from quote Q-0192" --explain',
      'planwright plan "a 3-step plan to print the time" --contract structured',
      'planwright plan "Переведи сделку Ромашка в paused" --contract actions',
      "planwright plan --batch cases.jsonl.gz --out predictions.jsonl",
    ],
    load: async () => (await import("./plan.ts")).plan,
    there: async () => (await import("../there/planning.ts")).plan,
  },
  {
    name: "eval",
    summary: "Plan the cases of files, score them and print a table; or measure routing, or a WorkBench kit.",
    args: "<cases.jsonl>…|route [cases.jsonl]|workbench <kit>",
    minArgs: 1,
    maxArgs: 100,
    options: {
      ...planning,
      strict,
      errors: { type: "string", value: "N", summary: "Show the first N cases that went wrong" },
      "at-least": { type: "string", value: "percent", summary: "Exit 1 where less is right" },
      json,
    },
    examples: [
      "planwright eval cases.jsonl",
      "planwright eval cases.jsonl.gz --errors 10 --at-least 80",
      "planwright eval route --errors 20",
      "planwright eval workbench ../workbench",
    ],
    load: async () => (await import("./eval.ts")).evaluate,
  },
  {
    name: "planners",
    summary: "List the planners with their determinism and cost, or measure how stable one is. Exit 1 below the share.",
    args: '[stability ["<goal>"…]]',
    maxArgs: 100,
    options: {
      ...planning,
      n: { type: "string", value: "number", summary: "stability: plan each goal so many times; 20 by default" },
      "at-least": {
        type: "string",
        value: "share",
        summary: "stability: the share of plans that must agree in structure; 0.9 by default",
      },
      ...cassetteOptions,
      json,
    },
    examples: ["planwright planners --json", "planwright planners stability --n 20 --planner model"],
    load: async () => (await import("./planners.ts")).planners,
    there: async () => (await import("../there/planning.ts")).planners,
  },
  {
    name: "estimate",
    summary: "Say what planning a goal would cost, without planning it.",
    args: '"<goal>"',
    minArgs: 1,
    options: { ...planning, json },
    examples: ['planwright estimate "Generate a purchase order from quote Q-0192"'],
    load: async () => (await import("./estimate.ts")).estimate,
  },
];
