import { parseArgs } from "node:util";
import { didYouMean, nearest } from "../plan/nearest.ts";
import { type Command, type Handler, type Invocation, type Io, type Option, text, UsageError } from "./command.ts";
import { atServer, optionsOf } from "./remote/remote.ts";

export type ParsedCommand =
  | { kind: "run"; command: Command; handler: Handler; invocation: Invocation }
  | { kind: "help"; path: Command[] }
  | { kind: "version" };

/** Finds the command in the tree and parses its options. */
export async function parse(tree: readonly Command[], words: readonly string[], io: Io): Promise<ParsedCommand> {
  if (words[0] === "--version" || words[0] === "-v") return { kind: "version" };
  if (words[0] === "help") return parse(tree, [...words.slice(1), "--help"], io);
  const { path, rest } = descend(tree, words);
  const command = path.at(-1);
  if (command === undefined || "commands" in command) {
    const stray = rest.find((word) => !isHelp(word));
    if (stray !== undefined) throw unknownWord(command?.commands ?? tree, path, stray);
    return { kind: "help", path };
  }
  // Options end at `--`: a goal may be "--help".
  if (rest.slice(0, endOf(rest)).some(isHelp)) return { kind: "help", path };
  const form = commandText(path);
  const invocation = { ...readOptions(command, form, rest), io };
  checkCount(command, form, invocation.args);
  checkChoices(command, invocation);
  return { kind: "run", command, handler: await handlerOf(command, invocation), invocation };
}

/** If the command uses `--key` for something else, the API key comes from the environment only. */
async function handlerOf(command: Extract<Command, { load: unknown }>, invocation: Invocation): Promise<Handler> {
  const baseUrl = text(invocation, "url");
  if (command.loadRemote === undefined || baseUrl === undefined) return command.load();
  const there = await command.loadRemote();
  const key = command.options?.["key"] === undefined ? text(invocation, "key") : undefined;
  return (asked) => atServer(asked, { baseUrl, key }, (client) => there(asked, client));
}

/** The command as the user types it. */
function commandText(path: readonly Command[]): string {
  return ["planwright", ...path.map(({ name }) => name)].join(" ");
}

function isHelp(word: string): boolean {
  return word === "--help" || word === "-h";
}

function endOf(words: readonly string[]): number {
  const at = words.indexOf("--");
  return at === -1 ? words.length : at;
}

function descend(tree: readonly Command[], words: readonly string[]): { path: Command[]; rest: string[] } {
  const path: Command[] = [];
  let level = tree;
  let at = 0;
  for (; at < words.length; at += 1) {
    const next = level.find((command) => command.name === words[at]);
    if (next === undefined) break;
    path.push(next);
    if (!("commands" in next)) return { path, rest: words.slice(at + 1) };
    level = next.commands;
  }
  return { path, rest: words.slice(at) };
}

function readOptions(command: Command, form: string, words: string[]): Omit<Invocation, "io"> {
  try {
    const { values, positionals } = parseArgs({
      args: words,
      options: { ...optionsOf(command) },
      allowPositionals: true,
      strict: true,
    });
    return { args: positionals, values };
  } catch (error) {
    throw optionError(command, form, error);
  }
}

function checkCount(command: Command, form: string, given: readonly string[]): void {
  const { name, args = "" } = command;
  const words = args.split(" ").filter(Boolean);
  const { minArgs = words.filter((word) => /^[<"]/.test(word)).length } = command;
  const usage = `${form} ${args}`.trim();
  if (given.length < minArgs) throw new UsageError(`${name} needs ${args}. Usage: ${usage}`);
  if (given.length <= words.length || /…|\.\.\./.test(args)) return;
  if (args.startsWith('"')) throw new UsageError(`put the goal in quotes: ${form} "${given.join(" ")}"`);
  if (command.options?.["plan"] !== undefined)
    throw new UsageError(`${name} takes the plan as an option: ${form} --plan ${given[0]}`);
  throw new UsageError(`too many arguments. Usage: ${usage}`);
}

function checkChoices(command: Command, { args, values }: Omit<Invocation, "io">): void {
  for (const [name, option] of Object.entries(optionsOf(command)))
    for (const value of [values[name]].flat()) {
      checkChoice(`--${name} must be`, option.choices, value);
      checkRange(name, option, value);
    }
  checkChoice(`${command.name} takes`, command.choices, args[0]);
}

function checkChoice(what: string, choices: readonly string[] | undefined, value: string | boolean | undefined): void {
  if (choices === undefined || typeof value !== "string" || choices.includes(value.toLowerCase())) return;
  // Values of two letters are too short for a suggestion.
  const close =
    value.length < 3 ? undefined : (choices.find((one) => one.startsWith(value)) ?? nearest(value, choices));
  throw new UsageError(
    `${what} one of ${choices.join(", ")}, not "${value}".${close === undefined ? "" : ` Did you mean ${close}?`}`,
  );
}

function checkRange(name: string, { range, decimals }: Option, value: string | boolean | undefined): void {
  if (range === undefined || typeof value !== "string") return;
  const [from, to] = range;
  const isNumber = (decimals ? /^\d+(\.\d+)?$/ : /^\d+$/).test(value);
  if (isNumber && Number(value) >= from && Number(value) <= to) return;
  throw new UsageError(`--${name} must be a number from ${from} to ${to}, not "${value}"`);
}

function optionError(command: Command, form: string, error: unknown): UsageError {
  const message = error instanceof Error ? error.message : String(error);
  const unknown = /^Unknown option '--?([^']+)'/.exec(message)?.[1];
  if (unknown === undefined) return new UsageError(message.split(". ")[0] ?? message);
  const names = Object.keys(optionsOf(command)).map((name) => `--${name}`);
  return new UsageError(`unknown option --${unknown}. ${didYouMean(`--${unknown}`, names, `See ${form} --help.`)}`);
}

/** The error for an unknown command or a misplaced option. */
function unknownWord(level: readonly Command[], path: readonly Command[], word: string): UsageError {
  const form = commandText(path);
  if (word.startsWith("-"))
    return new UsageError(`unknown option ${word}. Options follow the command; see ${form} --help.`);
  if (path.length === 0 && word.includes(" ")) return new UsageError(`a goal needs a command: ${form} plan "${word}"`);
  const close = nearest(
    word,
    level.map((command) => command.name),
  );
  const hint = close === undefined ? `See ${form} --help.` : `Did you mean ${form} ${close}?`;
  return new UsageError(`unknown command "${word}". ${hint}`);
}
