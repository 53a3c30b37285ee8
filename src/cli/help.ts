import type { Command, Option } from "./command.ts";
import { optionsOf } from "./remote/remote.ts";

/** Help of a command, or of the program for an empty path. */
export function help(tree: readonly Command[], path: readonly Command[]): string {
  const command = path.at(-1);
  const name = ["planwright", ...path.map((step) => step.name)].join(" ");
  if (command === undefined) return overview(tree);
  if ("commands" in command) return groupHelp(name, command.summary, command.commands);
  const options = Object.entries(optionsOf(command));
  return [
    `${command.summary}\n`,
    `Usage: ${[name, command.args, options.length > 0 ? "[options]" : ""].filter(Boolean).join(" ")}\n`,
    ...section("Options", options.map(optionRow)),
    ...section("Examples", (command.examples ?? []).map(alone)),
  ].join("\n");
}

type HelpRow = readonly [string, string];
const alone = (line: string): HelpRow => [line, ""];

/** Examples, in the order in which a new user needs them. */
const examples = [
  "planwright dev                                            # console, API and demo workspace",
  'planwright plan "What is in quote Q-0192?" --explain      # why each step was planned',
  'planwright plan "What is in quote Q-0192?" --json | planwright run --plan -',
  'planwright drafts create "Move the deal Acme website to paused"',
  "planwright init shop --template crm                       # your own workspace",
];

function overview(tree: readonly Command[]): string {
  const rows = (names: readonly string[]): HelpRow[] =>
    names.flatMap((name) =>
      tree.filter((command) => command.name === name).map(({ summary }): HelpRow => [name, firstSentence(summary)]),
    );
  return [
    "Turn a goal in plain words into a plan you can verify, approve and run.\n",
    "Usage: planwright <command> [options]\n",
    ...groups.flatMap(({ title, names }) => section(title, rows(names), 12)),
    ...section("Examples", examples.map(alone)),
    "Run planwright help <command> for options and examples. Most commands accept --json; - means standard input.\n",
  ].join("\n");
}

/** The first sentence: the overview has one line per command. */
function firstSentence(summary: string): string {
  return /^.*?[.:](?= |$)/.exec(summary)?.[0].replace(/:$/, ".") ?? summary;
}

function groupHelp(name: string, summary: string, commands: readonly Command[]): string {
  const rows = commands.map((command): HelpRow => [`${command.name} ${command.args ?? ""}`.trim(), command.summary]);
  return [
    `${summary}\n`,
    `Usage: ${name} <command> [options]\n`,
    ...section("Commands", rows),
    ...section("Examples", commands.flatMap((command) => command.examples ?? []).map(alone)),
    `Run ${name} <command> --help for its options and examples.\n`,
  ].join("\n");
}

function optionRow([name, option]: [string, Option]): HelpRow {
  const short = option.short === undefined ? "" : `-${option.short}, `;
  return [`${short}--${name}${option.type === "string" ? ` <${option.value ?? "text"}>` : ""}`, option.summary];
}

function section(title: string, rows: readonly HelpRow[], least = 0): string[] {
  if (rows.length === 0) return [];
  const width = Math.max(least, Math.min(44, Math.max(...rows.map(([left]) => left.length))));
  return [`${title}:`, ...rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`.trimEnd()), ""];
}

/** Command groups of the help. */
export const groups: readonly { title: string; names: readonly string[] }[] = [
  { title: "Get started", names: ["dev", "init", "doctor", "completion"] },
  { title: "Plan", names: ["plan", "react", "planners", "estimate", "eval"] },
  { title: "Teach", names: ["teach", "lessons", "packs"] },
  { title: "Run", names: ["run", "runs", "plans", "replay", "drafts", "policy"] },
  { title: "Agents", names: ["agents", "why", "events"] },
  { title: "Tools and knowledge", names: ["tools", "kb", "demo-server"] },
  { title: "Validate", names: ["validate", "diff", "hash", "canonical", "conformance"] },
  { title: "Serve", names: ["start", "mcp", "keys", "budgets"] },
  { title: "Maintain", names: ["migrate", "backup", "restore", "purge", "jobs"] },
];
