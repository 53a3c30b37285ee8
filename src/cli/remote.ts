import type { Client, ProblemError } from "../client/index.ts";
import { type Command, exit, type ExitCode, flag, type Invocation, type Option, text, UsageError } from "./command.ts";

/** For every command that can ask a running server instead of working in this folder. */
export const remoteOptions = {
  url: { type: "string", value: "address", summary: "Ask the server there instead, for example http://127.0.0.1:4400" },
  key: { type: "string", value: "text", summary: "The server's API key; PLANWRIGHT_KEY by default" },
} as const;

/** The options of a row; a command that can be asked of a server has those for it too. */
export function optionsOf({ options = {}, there }: Command): Readonly<Record<string, Option>> {
  return there === undefined ? options : { ...remoteOptions, ...options };
}

/**
 * Does the command's work at the server of `--url`, or here where none is named. A problem of the server is said in its
 * own words; 7 when nothing answers.
 */
export async function hereOrThere(
  invocation: Invocation,
  here: () => Promise<ExitCode>,
  there: (client: Client) => Promise<ExitCode>,
): Promise<ExitCode> {
  const baseUrl = text(invocation, "url");
  if (baseUrl === undefined) return here();
  return atServer(invocation, { baseUrl, key: text(invocation, "key") }, there);
}

type Server = { baseUrl: string; key: string | undefined };

export async function atServer(
  invocation: Invocation,
  { baseUrl, key = invocation.io.env["PLANWRIGHT_KEY"] }: Server,
  work: (client: Client) => Promise<ExitCode>,
): Promise<ExitCode> {
  checkUrl(baseUrl);
  // Only who asks a server needs all that can be asked.
  const { createClient, ProblemError } = await import("../client/index.ts");
  try {
    return await work(createClient({ baseUrl, ...(key !== undefined && { key }) }));
  } catch (error) {
    if (error instanceof ProblemError) return sayProblem(invocation, error);
    if (!(error instanceof TypeError)) throw error;
    invocation.io.err(`planwright: ${nothingAnswers(baseUrl)}\n`);
    return exit.dependency;
  }
}

export function nothingAnswers(url: string): string {
  return `nothing answers at ${url}. Start it with planwright dev, or correct --url.`;
}

export function checkUrl(word: string): void {
  if (/^https?:$/.test(URL.parse(word)?.protocol ?? "")) return;
  const whole = `http://${word}`;
  const meant = /^[\w.-]+(?::\d+)?\/?$/.test(word) && URL.canParse(whole) ? ` Did you mean ${whole}?` : "";
  throw new UsageError(`--url is an address such as http://127.0.0.1:4400, not "${word}".${meant}`);
}

/** What to do about an answer that is about the caller and not about the request. */
const nextSteps: Readonly<Record<number, string>> = {
  401: " Give the server's key with --key or PLANWRIGHT_KEY; planwright keys create makes one.",
  403: " planwright keys create --scope makes a key that has it.",
};

/** Another server than ours answers with a page. */
function saidBy({ detail, title, status }: ProblemError["problem"]): string {
  const said = detail ?? title;
  return said.trimStart().startsWith("<") ? `what answers there with ${status} is no Planwright. Correct --url.` : said;
}

function sayProblem(invocation: Invocation, { problem }: ProblemError): ExitCode {
  const { io } = invocation;
  const places = (problem.errors ?? []).map(({ pointer, detail }) => `  ${pointer} ${detail}\n`);
  const next = nextSteps[problem.status] ?? (problem.next_step === undefined ? "" : ` ${problem.next_step}`);
  io.err(`planwright: ${problem.code}: ${saidBy(problem)}${next}\n${places.join("")}`);
  if (flag(invocation, "json")) io.out(`${JSON.stringify(problem)}\n`);
  if (problem.code === "BUDGET_EXHAUSTED") return exit.budget;
  return problem.status === 422 || problem.status === 400 ? exit.contract : exit.failed;
}
