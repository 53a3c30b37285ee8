import type { ParseArgsOptionDescriptor } from "node:util";
import type { Client } from "../client/index.ts";

/** Exit codes; the numbers are part of the public interface. */
export const exit = {
  ok: 0,
  failed: 1,
  usage: 2,
  contract: 3,
  replayMismatch: 4,
  budget: 5,
  approval: 6,
  dependency: 7,
} as const;
export type ExitCode = (typeof exit)[keyof typeof exit];

/** `out` is for data, `err` for messages. */
export type Io = {
  out(text: string): void;
  err(text: string): void;
  /** Shows a status line; the next one replaces it and `""` clears it. Only on a terminal. */
  showLine?(text: string): void;
  /** Reads a file (unpacked if it ends in `.gz`), or standard input for `-`. */
  read(path: string): Promise<Uint8Array>;
  write(path: string, text: string): Promise<void>;
  env: Readonly<Record<string, string | undefined>>;
  signal: AbortSignal;
};

export type Option = ParseArgsOptionDescriptor & {
  /** Placeholder of the value in the help, for example `file`. */
  value?: string;
  summary: string;
  /** Allowed values. Others are refused before the command runs; the shell completes them. */
  choices?: readonly string[];
  /** Values that the shell completes; others are allowed too. */
  suggestions?: readonly string[];
  /** The bounds of a number. Others are refused before the command runs. */
  range?: readonly [from: number, to: number];
  /** Whether a number may have decimals. */
  decimals?: true;
};

export type Invocation = {
  args: string[];
  /** Parsed options; read them with `text` and `flag`. */
  values: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;
  io: Io;
};
export type Handler = (invocation: Invocation) => Promise<ExitCode>;

/** The command executed by a running server. */
export type RemoteHandler = (invocation: Invocation, client: Client) => Promise<ExitCode>;

/** A command of the tree. Handlers load lazily, so that `--help` stays fast. */
export type Command = { name: string; summary: string } & CommandParts;

type CommandParts = {
  /** Positional arguments as the help shows them, for example `<file|-> [name]…`. Their number follows from it. */
  args?: string;
  /** For arguments that an option replaces. */
  minArgs?: number;
  /** Allowed values of the first argument. */
  choices?: readonly string[];
  options?: Readonly<Record<string, Option>>;
  examples?: readonly string[];
  /** Runs until it is stopped, so it shows no progress. */
  isLongRunning?: true;
  /** Used instead of `load` if `--url` is given; adds the options for it. */
  loadRemote?: () => Promise<RemoteHandler>;
} & ({ load: () => Promise<Handler> } | { commands: readonly Command[] });

export function command(name: string, summary: string, parts: CommandParts): Command {
  return { name, summary, ...parts };
}

/** The value of an option; undefined if it was not given. */
export function text(invocation: Invocation, name: string): string | undefined {
  const value = invocation.values[name];
  return typeof value === "string" ? value : undefined;
}

/** The value of an option with a range, which the table has checked. */
export function numberOf(invocation: Invocation, name: string): number | undefined {
  const word = text(invocation, name);
  return word === undefined ? undefined : Number(word);
}

/** The value of an option with choices, which the table has checked. */
export function choiceOf<T extends string>(invocation: Invocation, name: string, choices: readonly T[]): T | undefined {
  const word = text(invocation, name)?.toLowerCase();
  return choices.find((one) => one.toLowerCase() === word);
}

export function flag(invocation: Pick<Invocation, "values">, name: string): boolean {
  return invocation.values[name] === true;
}

/** Prints a value as JSON with `--json`, otherwise its text. */
export function print({ io, values }: Invocation, value: unknown, words: string): ExitCode {
  io.out(flag({ values }, "json") ? `${JSON.stringify(value)}\n` : words);
  return exit.ok;
}

/** Writes to the file of `--out`, or to standard output without it. */
export async function writeOut(invocation: Invocation, whole: string): Promise<ExitCode> {
  const out = text(invocation, "out");
  if (out === undefined) invocation.io.out(whole);
  else await invocation.io.write(out, whole);
  return exit.ok;
}

/** Wrong usage: printed as one line, exit code 2. */
export class UsageError extends Error {
  override name = "UsageError";
}
