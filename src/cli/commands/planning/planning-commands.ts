import { type Command, command } from "../../command.ts";
import { boolean, cassetteOptions, folderOptions, json, number, remoteOptions, value } from "../../options/options.ts";

/** Options for planning: tools, packs, planner, time and time zone. */
const planning = {
  ...folderOptions,
  tools: value("manifest.json", "Tools to plan with; those of planwright.yaml, or the demo tools, by default"),
  pack: value("file.yaml", "Domain pack (repeatable); those of planwright.yaml, or the demo packs, by default", {
    multiple: true,
  }),
  planner: value("id", "grammar (default), or another of planwright planners", {
    suggestions: ["grammar", "memo:grammar", "cascade", "stub", "model"],
  }),
  now: value("ISO", "Time of the request, the base of relative dates"),
  zone: value("IANA", "Time zone of the request, for example Europe/Moscow; UTC by default"),
} as const;

const strict = boolean(
  "Of cases: what would be served, with a question for what a plan leaves out, instead of the best plan",
);

/** Planning and its evaluation. */
export const planningCommands: readonly Command[] = [
  command(
    "plan",
    "Turn a goal into a plan. Exit 1 if input is missing or no tool fits, 5 if the budget is exhausted.",
    {
      args: '"<goal>"|-',
      minArgs: 0,
      options: {
        ...planning,
        contract: value("name", "Print the document of a contract: service, structured, determinism or actions", {
          choices: ["service", "structured", "determinism", "actions"],
        }),
        locale: value("en|ru", "Output language; the language of the goal by default", { choices: ["en", "ru"] }),
        explain: boolean("Show which words led to which tool and argument"),
        memo: value("file", "Remember and reuse answers in a JSON Lines file"),
        batch: value("cases.jsonl", "Plan every case of a file (.gz supported)"),
        strict,
        out: value("file", "Output file of --batch; standard output by default"),
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
  ),
  command("eval", "Plan the cases of files, score them and print a table.", {
    args: "<cases.jsonl>…",
    options: {
      ...planning,
      strict,
      ablate: boolean("Print what each rule of the grammar is worth on the cases"),
      errors: number("N", "Show the first N wrong cases", [0, 999_999]),
      "at-least": value("percent", "Exit 1 if fewer cases are right", { range: [0, 100], decimals: true }),
      json,
    },
    examples: ["planwright eval cases.jsonl", "planwright eval cases.jsonl.gz --errors 10 --at-least 80"],
    load: async () => (await import("./eval.ts")).evaluate,
  }),
  command(
    "planners",
    "List the planners with determinism and cost, or measure the stability of one. Exit 1 below --at-least.",
    {
      args: '[stability ["<goal>"…]]',
      options: {
        ...planning,
        n: number("number", "stability: repetitions per goal; 20 by default", [1, 1000]),
        "at-least": value("share", "stability: required share of plans with the same structure; 0.9 by default", {
          range: [0, 1],
          decimals: true,
        }),
        ...cassetteOptions,
        json,
      },
      examples: ["planwright planners --json", "planwright planners stability --n 20 --planner model"],
      load: async () => (await import("./planners.ts")).planners,
      loadRemote: async () => (await import("../../remote/planning.ts")).planners,
    },
  ),
  command(
    "estimate",
    "Estimate the cost of planning a goal, or the least and the most that a ReAct run or a plan costs, without doing it.",
    {
      args: '"<goal>"',
      minArgs: 0,
      options: {
        plan: value("file|-", "A plan in the format of any contract, instead of a goal"),
        react: boolean("Bounds of a ReAct run for the goal, instead of planning"),
        steps: number("number", "Most steps of the ReAct run; 4 by default", [1, 64]),
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
  ),
];

export const reactCommand = command(
  "react",
  "Reason about a goal with tools until there is an answer. Exit 1 if it fails, 5 if the budget is exhausted.",
  {
    args: '"<goal>"|-',
    options: {
      tools: value("names", "Allowed tools, separated by commas; read-only tools by default"),
      steps: number("N", "Maximum number of steps; 4 by default, at most 64", [1, 64]),
      timeout: value("seconds", "Total timeout; 60 by default", { range: [0, 86_400], decimals: true }),
      style: value("name", "warm, technical or neutral (default)"),
      session: value("id", "Continue this session"),
      id: value("text", "Request id: the same id is the same run, also after a crash"),
      stream: boolean("Print events as they happen"),
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
  },
);
