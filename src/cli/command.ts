import type { ParseArgsOptionDescriptor } from "node:util";
import type { Client } from "../client/index.ts";

/** What a command ends with; the numbers are part of the interface. */
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

/** Data goes to `out`, everything a person reads beside it to `err`. */
export type Io = {
  out(text: string): void;
  err(text: string): void;
  /** Shows one line that the next one replaces, and `""` wipes. Only there where a person watches a terminal. */
  line?(text: string): void;
  /** The bytes of a file, unpacked where its name ends in `.gz`, or of standard input for `-`. */
  read(path: string): Promise<Uint8Array>;
  write(path: string, text: string): Promise<void>;
  env: Readonly<Record<string, string | undefined>>;
  signal: AbortSignal;
};

export type Option = ParseArgsOptionDescriptor & {
  /** The word after the option in the help, for example `file`. */
  value?: string;
  summary: string;
  /** Every word it takes. Another is refused before the command is called; the shell completes them. */
  choices?: readonly string[];
  /** Words that the shell completes where others are possible too. */
  offers?: readonly string[];
};

export type Invocation = {
  args: string[];
  /** Parsed by the option table; `text` and `flag` read them with their type. */
  values: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;
  io: Io;
};
export type Handler = (invocation: Invocation) => Promise<ExitCode>;

/** The same command at a running server. */
export type There = (invocation: Invocation, client: Client) => Promise<ExitCode>;

/** One row of the command tree. Handlers are loaded when they are called, so that `--help` stays quick. */
export type Command = {
  name: string;
  summary: string;
  /** Positional arguments as the help shows them, for example `<file|->`. */
  args?: string;
  minArgs?: number;
  maxArgs?: number;
  /** Every word that its first argument may be. */
  choices?: readonly string[];
  options?: Readonly<Record<string, Option>>;
  examples?: readonly string[];
  /** Goes on until it is stopped; nobody waits for its end. */
  staysOn?: true;
  /** Loaded instead where `--url` names a server; the row then has the options for it. */
  there?: () => Promise<There>;
} & ({ load: () => Promise<Handler> } | { commands: readonly Command[] });

/** The text of an option, or undefined when it was not given. */
export function text(invocation: Invocation, name: string): string | undefined {
  const value = invocation.values[name];
  return typeof value === "string" ? value : undefined;
}

export function flag(invocation: Pick<Invocation, "values">, name: string): boolean {
  return invocation.values[name] === true;
}

/** A mistake in how the command was called: said in one line, exit 2. */
export class UsageError extends Error {
  override name = "UsageError";
}
