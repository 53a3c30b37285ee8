import type { Client } from "../../client/index.ts";
import { type Command, exit, type ExitCode, type Invocation, type Option, text, UsageError } from "../command.ts";
import { printProblem } from "../output/print-problem.ts";
import { compact } from "../../plan/compact.ts";
import { remoteOptions } from "../options/options.ts";

/** The options of a command, including those for a server if it supports one. */
export function optionsOf({ options = {}, loadRemote: there }: Command): Readonly<Record<string, Option>> {
  return there === undefined ? options : { ...remoteOptions, ...options };
}

/**
 * Calls the server of `--url`, or works locally without it. Prints problems of the server; exit code 7 if it does not
 * answer.
 */
export async function localOrRemote(
  invocation: Invocation,
  here: () => Promise<ExitCode>,
  there: (client: Client) => Promise<ExitCode>,
): Promise<ExitCode> {
  const baseUrl = text(invocation, "url");
  return baseUrl === undefined ? here() : atServer(invocation, { baseUrl, key: text(invocation, "key") }, there);
}

/** `list` is the command that shows what exists there. */
type ServerAddress = { baseUrl: string; key: string | undefined; list?: string };

export async function atServer(
  invocation: Invocation,
  { baseUrl, key = invocation.io.env["PLANWRIGHT_KEY"], list }: ServerAddress,
  work: (client: Client) => Promise<ExitCode>,
): Promise<ExitCode> {
  checkUrl(baseUrl);
  // Loaded only for remote commands.
  const { createClient } = await import("../../client/index.ts");
  try {
    return await catchProblems(invocation, list, () => work(createClient(compact({ baseUrl, key }))));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    invocation.io.err(`planwright: ${noServerText(baseUrl)}\n`);
    return exit.dependency;
  }
}

/** Prints the problem that ends the work. */
export async function catchProblems(
  invocation: Invocation,
  list: string | undefined,
  work: () => Promise<ExitCode>,
): Promise<ExitCode> {
  const { ProblemError } = await import("../../client/index.ts");
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProblemError) return printProblem(invocation, error.problem, list);
    throw error;
  }
}

export function noServerText(url: string): string {
  return `no server answers at ${url}. Start one with planwright dev, or correct --url.`;
}

export function checkUrl(word: string): void {
  if (/^https?:$/.test(URL.parse(word)?.protocol ?? "")) return;
  const whole = `http://${word}`;
  const meant = /^[\w.-]+(?::\d+)?\/?$/.test(word) && URL.canParse(whole) ? ` Did you mean ${whole}?` : "";
  throw new UsageError(`--url must be a URL such as http://127.0.0.1:4400, not "${word}".${meant}`);
}
