import type { Route } from "../contracts/api/route.ts";
import { type RouteName, type Routes, routes } from "../contracts/api/routes.ts";
import { parseWith } from "../plan/parse.ts";
import { Problem } from "../contracts/problem.ts";
import { type AnyCall, type CallAnswer, type CallInput, type Connection, send } from "./call.ts";
import { readEvents, type ServerEvent } from "./events.ts";

type EventRoute = { [N in RouteName]: Routes[N]["answer"] extends "events" ? N : never }[RouteName];

/**
 * One function for each route, with the route's name. Responses are validated; an error response is thrown as
 * `ProblemError`.
 */
export type Client = {
  readonly [Name in Exclude<RouteName, EventRoute>]: (
    ...call: object extends CallInput<Routes[Name]> ? [call?: CallInput<Routes[Name]>] : [call: CallInput<Routes[Name]>]
  ) => Promise<CallAnswer<Routes[Name]>>;
} & {
  /** Events after the id `after`, or all events without it. */
  readonly [Name in EventRoute]: (call: CallInput<Routes[Name]> & { after?: string }) => AsyncGenerator<ServerEvent>;
};

/** An error response of the server. */
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
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one function for each route, typed by it
  return Object.fromEntries(calls) as Client;
}

function callOf(connection: Connection, route: Route) {
  return async (call: AnyCall = {}): Promise<unknown> => {
    const response = await send(connection, route, call);
    if (!response.ok) throw new ProblemError(await problemOf(response));
    if (typeof route.answer === "string") return response.text();
    const parsed = parseWith(route.answer, await response.json());
    if (parsed.ok) return parsed.value;
    const places = parsed.issues.map(({ pointer, message }) => `${pointer} ${message}`).join("; ");
    throw new Error(`${route.method} ${route.path} returned a response that does not match its schema: ${places}`);
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

/** The problem that was sent, or one that describes the unexpected response. */
async function problemOf(response: Response): Promise<Problem> {
  const text = await response.text();
  try {
    const parsed = Problem.safeParse(JSON.parse(text));
    if (parsed.success) return parsed.data;
  } catch {
    // Not JSON: most likely an error page of a proxy.
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
