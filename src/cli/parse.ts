import { parseArgs } from "node:util";
import { nearest } from "../plan/nearest.ts";
import { type Command, type Handler, type Invocation, type Io, UsageError } from "./command.ts";

export type Parsed = { kind: "run"; handler: Handler; invocation: Invocation } | { kind: "help"; path: Command[] };

/** Walks the tree along the words, then reads the options of the command it ends at. */
export async function parse(tree: readonly Command[], words: readonly string[], io: Io): Promise<Parsed> {
  const { path, rest } = descend(tree, words);
  const command = path.at(-1);
  if (command === undefined || "commands" in command || rest.includes("--help") || rest.includes("-h")) {
    const stray = rest.find((word) => !word.startsWith("-"));
    if (stray !== undefined && (command === undefined || "commands" in command)) {
      throw unknownCommand(command === undefined ? tree : command.commands, path, stray);
    }
    return { kind: "help", path };
  }
  const invocation = readOptions(command, rest, io);
  checkCount(command, invocation.args.length);
  return { kind: "run", handler: await command.load(), invocation };
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

function readOptions(command: Command, words: string[], io: Io): Invocation {
  try {
    const { values, positionals } = parseArgs({
      args: words,
      options: { ...command.options },
      allowPositionals: true,
      strict: true,
    });
    return { args: positionals, values, io };
  } catch (error) {
    throw optionError(command, error);
  }
}

function checkCount(command: Command, count: number): void {
  const form = `planwright ${command.name} ${command.args ?? ""}`.trim();
  if (count < (command.minArgs ?? 0)) throw new UsageError(`${command.name} needs ${command.args}. Usage: ${form}`);
  if (count > (command.maxArgs ?? command.minArgs ?? 0)) throw new UsageError(`too many arguments. Usage: ${form}`);
}

function optionError(command: Command, error: unknown): UsageError {
  const message = error instanceof Error ? error.message : String(error);
  const unknown = /^Unknown option '--?([^']+)'/.exec(message)?.[1];
  if (unknown === undefined) return new UsageError(message.split(". ")[0] ?? message);
  const close = nearest(unknown, Object.keys(command.options ?? {}));
  const hint = close === undefined ? `See planwright ${command.name} --help.` : `Did you mean --${close}?`;
  return new UsageError(`unknown option --${unknown}. ${hint}`);
}

function unknownCommand(level: readonly Command[], path: readonly Command[], word: string): UsageError {
  const close = nearest(
    word,
    level.map((command) => command.name),
  );
  const form = ["planwright", ...path.map((command) => command.name)].join(" ");
  const hint = close === undefined ? `See ${form} --help.` : `Did you mean ${form} ${close}?`;
  return new UsageError(`unknown command "${word}". ${hint}`);
}
