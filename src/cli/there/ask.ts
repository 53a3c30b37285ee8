import type { CallAnswer, CallInput, Client } from "../../client/index.ts";
import type { RouteName, Routes } from "../../contracts/api/routes.ts";
import { exit, type ExitCode, flag, type Invocation, type There } from "../command.ts";

/** Routes that answer with one document. */
type Plain = { [N in RouteName]: Routes[N]["answer"] extends string ? never : N }[RouteName];

/** What of a command line goes into the route's call, and how its answer is said. */
export type How<Name extends Plain> = {
  call: (invocation: Invocation) => CallInput<Routes[Name]> | Promise<CallInput<Routes[Name]>>;
  /** For a person; with `--json` the answer stands as the route gave it. */
  words: (answer: CallAnswer<Routes[Name]>, invocation: Invocation) => string;
  code?: (answer: CallAnswer<Routes[Name]>, invocation: Invocation) => ExitCode;
};

/** A command that is one call of a row of the route table. */
export function ask<Name extends Plain>(name: Name, { call, words, code }: How<Name>): There {
  return async (invocation, client) => {
    const answer = await callOf(client, name)(await call(invocation));
    say(invocation, answer, words(answer, invocation));
    return code?.(answer, invocation) ?? exit.ok;
  };
}

type Call<Name extends Plain> = (call: CallInput<Routes[Name]>) => Promise<CallAnswer<Routes[Name]>>;

function callOf<Name extends Plain>(client: Client, name: Name): Call<Name> {
  return client[name] as unknown as Call<Name>; // the client has a call for each row, in the row's own types
}

export function say({ io, values }: Invocation, answer: unknown, words: string): void {
  io.out(flag({ values }, "json") ? `${JSON.stringify(answer)}\n` : words);
}
