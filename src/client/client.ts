import type { Route } from "../contracts/api/route.ts";
import { type RouteName, type Routes, routes } from "../contracts/api/routes.ts";
import { parseWith } from "../contracts/parse.ts";
import { Problem } from "../contracts/problem.ts";
import { type AnyCall, type CallAnswer, type CallInput, type Connection, send } from "./call.ts";
import { readEvents, type ServerEvent } from "./events.ts";

type EventRoute = { [N in RouteName]: Routes[N]["answer"] extends "events" ? N : never }[RouteName];

/**
 * A function for each route of the API, named like it; a route that needs nothing takes no argument. Answers are checked;
 * a problem is thrown as `ProblemError`.
 */
export type Client = {
  readonly [Name in Exclude<RouteName, EventRoute>]: (
    ...call: object extends CallInput<Routes[Name]> ? [call?: CallInput<Routes[Name]>] : [call: CallInput<Routes[Name]>]
  ) => Promise<CallAnswer<Routes[Name]>>;
} & {
  /** Events after `after`, the id of the last one seen; all of them without it. */
  readonly [Name in EventRoute]: (call: CallInput<Routes[Name]> & { after?: string }) => AsyncGenerator<ServerEvent>;
};

/** What the server answered instead of a result. */
export class ProblemError extends Error {
  override name = "ProblemError";
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail ?? problem.title);
    this.problem = problem;
  }
}

export function createClient(connection: Connection): Client {
  const calls = Object.entries<Route>(routes).map(([name, route]) => [
    name,
    route.answer === "events" ? streamOf(connection, route) : callOf(connection, route),
  ]);
  return Object.fromEntries(calls) as Client; // a call for each row, in the row's own types
}

function callOf(connection: Connection, route: Route) {
  return async (call: AnyCall = {}): Promise<unknown> => {
    const response = await send(connection, route, call);
    if (!response.ok) throw new ProblemError(await problemOf(response));
    if (typeof route.answer === "string") return response.text();
    const parsed = parseWith(route.answer, await response.json());
    if (parsed.ok) return parsed.value;
    const places = parsed.issues.map(({ pointer, message }) => `${pointer} ${message}`).join("; ");
    throw new Error(`${route.method} ${route.path} answered something else than it promises: ${places}`);
  };
}

function streamOf(connection: Connection, route: Route) {
  return async function* events(call: AnyCall & { after?: string }): AsyncGenerator<ServerEvent> {
    const fetchFrom: typeof fetch = (input, init) => {
      const headers = new Headers(init?.headers);
      if (call.after !== undefined) headers.set("last-event-id", call.after);
      return (connection.fetch ?? globalThis.fetch)(input, { ...init, headers });
    };
    const response = await send({ ...connection, fetch: fetchFrom }, route, call);
    if (!response.ok) throw new ProblemError(await problemOf(response));
    yield* readEvents(response);
  };
}

/** The problem as sent, or one that says what came instead. */
async function problemOf(response: Response): Promise<Problem> {
  const text = await response.text();
  try {
    const parsed = Problem.safeParse(JSON.parse(text));
    if (parsed.success) return parsed.data;
  } catch {
    // Not JSON: a proxy's own page, most likely.
  }
  return {
    type: "about:blank",
    title: `The server answered ${response.status}.`,
    status: Math.max(400, response.status),
    code: "INTERNAL",
    retryable: response.status >= 500,
    detail: text.slice(0, 200),
  };
}
