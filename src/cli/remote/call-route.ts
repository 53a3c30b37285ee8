import type { CallAnswer, CallInput, Client } from "../../client/index.ts";
import type { RouteName, Routes } from "../../contracts/api/routes.ts";
import { exit, type ExitCode, type Invocation, print } from "../command.ts";

/** Routes that answer with one JSON document. */
type DocumentRoute = { [N in RouteName]: Routes[N]["answer"] extends string ? never : N }[RouteName];

/** How a command maps to a route: its input, its text and its exit code. */
type RouteCommand<Name extends DocumentRoute> = {
  call: (invocation: Invocation) => CallInput<Routes[Name]> | Promise<CallInput<Routes[Name]>>;
  /** Text output; with `--json` the answer is printed unchanged. */
  text: (answer: CallAnswer<Routes[Name]>, invocation: Invocation) => string;
  exitCode?: (answer: CallAnswer<Routes[Name]>, invocation: Invocation) => ExitCode;
};

/** A command that is one call of a route. */
export function callRoute<Name extends DocumentRoute>(
  name: Name,
  { call, text: words, exitCode: code }: RouteCommand<Name>,
): (invocation: Invocation, client: Pick<Client, Name>) => Promise<ExitCode> {
  return async (invocation, client) => {
    const answer = await callOf(client, name)(await call(invocation));
    print(invocation, answer, words(answer, invocation));
    return code?.(answer, invocation) ?? exit.ok;
  };
}

type Call<Name extends DocumentRoute> = (call: CallInput<Routes[Name]>) => Promise<CallAnswer<Routes[Name]>>;

function callOf<Name extends DocumentRoute>(client: Pick<Client, Name>, name: Name): Call<Name> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the client has a method of this type for each route
  return client[name] as unknown as Call<Name>;
}
