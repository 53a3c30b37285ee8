import { type Client, type Connection, createClient } from "../../client/index.ts";
import type { OpenPlanwright } from "../../runtime/open-planwright.ts";
import { createPlanwrightApp } from "../../server/start-server.ts";
import type { Principal } from "../../server/principal.ts";
import { type ExitCode, type Handler, type Invocation, text } from "../command.ts";
import { servedRoles } from "../options/roles.ts";
import { atServer, catchProblems } from "../remote/remote.ts";
import { withPlanwright } from "./local-planwright.ts";

/** `planwright` is the opened workspace; undefined with `--url`. */
type ClientWork = (client: Client, planwright?: OpenPlanwright) => Promise<ExitCode>;

/**
 * Works with the API of the server of `--url`, or of the workspace, within this process. Prints
 * refusals; `list` is the command that shows what exists.
 */
export function withClient(invocation: Invocation, list: string, work: ClientWork): Promise<ExitCode> {
  const baseUrl = text(invocation, "url");
  if (baseUrl !== undefined) return atServer(invocation, { baseUrl, key: text(invocation, "key"), list }, work);
  return withPlanwright(invocation, (planwright) => {
    const tenant = text(invocation, "tenant") ?? "local";
    const client = createClient(connectTo(planwright, { tenant, name: text(invocation, "as") ?? "cli" }));
    return catchProblems(invocation, list, () => work(client, planwright));
  });
}

/** A command that is one call of a route. */
export function clientCommand(
  list: string,
  call: (invocation: Invocation, client: Client) => Promise<ExitCode>,
): Handler {
  return (invocation) => withClient(invocation, list, (client) => call(invocation, client));
}

/** A connection to the API of the workspace, without a socket and its limits. */
export function connectTo(planwright: OpenPlanwright, caller: Pick<Principal, "tenant" | "name">): Connection {
  const principal: Principal = { ...caller, scopes: new Set(["admin"]) };
  const app = createPlanwrightApp(planwright, {
    authenticate: async () => principal,
    roles: servedRoles,
    limits: { maxBodyBytes: Infinity, requestTimeoutMs: maxTimeoutMs },
    files: () => undefined,
  });
  return { baseUrl: "http://localhost", fetch: async (...request) => app.fetch(new Request(...request)) };
}

/** The longest delay of a timer. */
const maxTimeoutMs = 2 ** 31 - 1;
