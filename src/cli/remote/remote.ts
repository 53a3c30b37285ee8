import type { Client } from "../../client/index.ts";
import { type Command, exit, type ExitCode, type Invocation, type Option, text, UsageError } from "../command.ts";
import { printProblem } from "../output/print-problem.ts";
import { compact } from "../../contracts/compact.ts";
import type { Problem } from "../../contracts/problem.ts";
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
  if (baseUrl === undefined) return here();
  return atServer(invocation, { baseUrl, key: text(invocation, "key") }, there);
}

type ServerAddress = { baseUrl: string; key: string | undefined };

export async function atServer(
  invocation: Invocation,
  { baseUrl, key = invocation.io.env["PLANWRIGHT_KEY"] }: ServerAddress,
  work: (client: Client) => Promise<ExitCode>,
): Promise<ExitCode> {
  checkUrl(baseUrl);
  // Loaded only for remote commands.
  const { createClient, ProblemError } = await import("../../client/index.ts");
  try {
    return await work(createClient(compact({ baseUrl, key })));
  } catch (error) {
    if (error instanceof ProblemError) return printProblem(invocation, explained(error.problem));
    if (!(error instanceof TypeError)) throw error;
    invocation.io.err(`planwright: ${noServerText(baseUrl)}\n`);
    return exit.dependency;
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

/** Next steps for authentication problems. */
const nextSteps: Readonly<Record<number, string>> = {
  401: "Pass an API key with --key or PLANWRIGHT_KEY; create one with planwright keys create.",
  403: "Create a key with this scope: planwright keys create --scope.",
};

/** What the server answered, with what to do here. A server that is not Planwright may answer with an HTML page. */
function explained(problem: Problem): Problem {
  const { title, status } = problem;
  const detail = problem.detail ?? title;
  const isPage = detail.trimStart().startsWith("<");
  return compact({
    ...problem,
    detail: isPage ? `the server there answers ${status} and is not Planwright. Correct --url.` : detail,
    next_step: nextSteps[status] ?? problem.next_step,
  });
}
