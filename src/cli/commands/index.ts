import type { Command } from "../command.ts";
import { cassetteOptions } from "../cassette-options.ts";
import { remoteOptions } from "../remote.ts";
import { folderOptions } from "../folder-options.ts";
import { json } from "../json-option.ts";
import { agentsCommand, eventsCommand, whyCommand } from "./agents-command.ts";
import { conformanceCommand } from "./conformance-command.ts";
import { kbCommand } from "./kb-command.ts";
import { keysCommand } from "./keys-command.ts";
import { reactCommand } from "./react-command.ts";
import { draftsCommand } from "./drafts-command.ts";
import { initCommand } from "./init-command.ts";
import { runsCommand } from "./runs-command.ts";
import { toolsCommand } from "./tools-command.ts";
import { upkeepCommands } from "./upkeep-commands.ts";

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
  planner: { type: "string", value: "id", summary: "grammar (default), or another of planwright planners" },
  now: { type: "string", value: "ISO", summary: "When the goal was said; relative dates count from it" },
  zone: { type: "string", value: "IANA", summary: "Where it was said, for example Europe/Moscow; UTC by default" },
} as const;

/** What a serving process reads. */
const serving = {
  port: { type: "string", value: "number", summary: "4400 by default, or PORT" },
  data: folderOptions.data,
  config: folderOptions.config,
  verbose: { type: "boolean", summary: "Log every request on stderr" },
} as const;

/** The whole command tree. A command is a row here and a handler in a file of its own name; a group has a file of rows. */
export const commands: readonly Command[] = [
  initCommand,
  {
    name: "hash",
    summary: "Print the content hash of a JSON document.",
    args: "<file|->",
    minArgs: 1,
    options: { full: { type: "boolean", summary: "All 64 hex digits instead of the first 16" }, json },
    examples: ["planwright hash plan.json", 'planwright plan "what is in quote Q-0192?" --json | planwright hash -'],
    load: async () => (await import("./hash.ts")).hash,
  },
  {
    name: "canonical",
    summary: "Print the canonical form of a JSON document: the bytes that are hashed.",
    args: "<file|->",
    minArgs: 1,
    options: { json },
    examples: ["planwright canonical plan.json | sha256sum"],
    load: async () => (await import("./canonical.ts")).canonical,
  },
  {
    name: "diff",
    summary: "Compare two JSON documents; steps are matched by id. Exit 0 when equal, 1 when not.",
    args: "<before> <after>",
    minArgs: 2,
    options: {
      plan: { type: "boolean", summary: "Compare as plans: leave out when they were made, tokens and cost" },
      bytes: { type: "boolean", summary: "Compare the files as they stand; show the first byte that differs" },
      json,
    },
    examples: ["planwright diff before.json after.json", "planwright diff --plan a.json b.json --json"],
    load: async () => (await import("./diff.ts")).diff,
  },
  {
    name: "validate",
    summary: "Prove a document against a contract; every violation at once. Exit 3 when there is one.",
    args: "<file|->",
    minArgs: 1,
    options: {
      contract: {
        type: "string",
        value: "name",
        summary: "service, structured (default), actions, determinism or react",
      },
      tools: { type: "string", value: "manifest.json", summary: "The tools the plan may use, with their schemas" },
      steps: { type: "string", value: "N", summary: "The number of steps that was asked for" },
      json,
    },
    examples: [
      "planwright validate plan.json",
      "planwright validate response.json --contract service --tools tools.json",
      "planwright validate - --steps 3 --json < plan.json",
    ],
    load: async () => (await import("./validate.ts")).validate,
    there: async () => (await import("../there/planning.ts")).validate,
  },
  {
    name: "dev",
    summary: "The whole service on this machine alone, with the demo workspace where nothing is configured.",
    options: serving,
    examples: ["planwright dev", "PORT=5000 planwright dev --data /tmp/planwright"],
    load: async () => (await import("./dev.ts")).dev,
  },
  {
    name: "start",
    summary: "The service for others: every request needs a key, see planwright keys.",
    options: {
      ...serving,
      host: { type: "string", value: "address", summary: "Where to listen; 127.0.0.1 by default, or HOST" },
      roles: {
        type: "string",
        value: "names",
        summary: "Any of api,planner,router,daemon,worker, or service names such as cortex-orch; all by default",
      },
      "drain-seconds": {
        type: "string",
        value: "seconds",
        summary:
          "How long requests are still taken after SIGTERM, for a balancer to notice; 0 by default, or DRAIN_SECONDS",
      },
    },
    examples: ["planwright start --host 0.0.0.0 --port 8080", "planwright start --roles worker"],
    load: async () => (await import("./start.ts")).start,
  },
  {
    name: "mcp",
    summary: "Planwright as an MCP server on standard input and output, for assistants and editors.",
    options: {
      data: serving.data,
      config: serving.config,
      url: { type: "string", value: "address", summary: "A running Planwright instead of the working folder's own" },
      key: { type: "string", value: "key", summary: "Its API key; PLANWRIGHT_KEY by default" },
    },
    examples: ["planwright mcp", "planwright mcp --url http://127.0.0.1:4400"],
    load: async () => (await import("./mcp.ts")).mcp,
  },
  {
    name: "demo-server",
    summary: "The demo's CRM, tracker and small-business books as an MCP server, on standard input and output.",
    options: {
      data: serving.data,
      port: { type: "string", value: "number", summary: "Streamable HTTP at this port of this machine instead" },
    },
    examples: ["planwright demo-server", "planwright demo-server --port 4500"],
    load: async () => (await import("./demo-server.ts")).demoServer,
  },
  conformanceCommand,
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
        summary: "Print the document of a contract: service, structured, determinism or actions",
      },
      locale: { type: "string", value: "en|ru", summary: "Language of the wording; that of the goal by default" },
      explain: { type: "boolean", summary: "Show which words led to which tool and argument" },
      memo: { type: "string", value: "file", summary: "Remember answers in a JSON Lines file, and give them again" },
      batch: { type: "string", value: "cases.jsonl", summary: "Plan every case of a file, packed (.gz) or not" },
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
  {
    name: "run",
    summary: "Carry a plan out, durably. Exit 1 when it failed, 3 when it is not valid, 6 when a person must decide.",
    options: {
      plan: { type: "string", value: "file|-", summary: "The plan, in any contract's form" },
      contract: {
        type: "string",
        value: "name",
        summary: "plan, service, structured, actions or determinism; seen from the fields by default",
      },
      key: { type: "string", value: "text", summary: "Idempotency key: the same key is the same run" },
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
  runsCommand,
  draftsCommand,
  agentsCommand,
  whyCommand,
  eventsCommand,
  reactCommand,
  {
    name: "replay",
    summary: "Carry a run's plan out again from its record and compare. Exit 4 at a mismatch.",
    args: "<run>",
    minArgs: 1,
    options: {
      mode: { type: "string", value: "mode", summary: "dry_run (default), mock_replay or full_replay (live calls)" },
      ...folderOptions,
      json,
    },
    examples: ["planwright replay 0199f… --mode full_replay"],
    load: async () => (await import("./replay.ts")).replay,
    there: async () => (await import("../there/runs.ts")).replay,
  },
  toolsCommand,
  kbCommand,
  keysCommand,
  ...upkeepCommands,
];
