import { randomUUID } from "node:crypto";
import { compact } from "../../../plan/compact.ts";
import { nearest } from "../../../plan/nearest.ts";
import { systemClock } from "../../../runtime/system-clock.ts";
import { mcpEndpoint, mcpOAuth } from "../../../runtime/toolbox/tool-sources.ts";
import { createGuardedFetch } from "../../../tools/http/guarded-fetch.ts";
import { logIn, type LogInRequest } from "../../../tools/mcp/oauth/log-in.ts";
import { exit, flag, type Handler, type Invocation, UsageError } from "../../command.ts";
import { readText } from "../../input/document.ts";
import { openReceiver, type Receiver } from "../../input/redirect-receiver.ts";
import { type CliToolbox, withToolbox } from "../../workspace/local-toolbox.ts";

/** Logs in with the browser of the person, and stores the tokens. Exit 1 if the login fails. */
export const login: Handler = (invocation) =>
  withToolbox(invocation, async (toolbox) => {
    const { io } = invocation;
    const { tenant, logins, http } = toolbox;
    const { server, port, ...request } = requestOf(invocation, toolbox);
    const receiver = flag(invocation, "paste") ? pasteReceiver(invocation, port) : await openReceiver(io, port);
    try {
      const parts = { ...receiver, fetch: createGuardedFetch(http), clock: systemClock };
      const made = await logIn({ ...request, redirectUrl: receiver.redirectUrl }, parts);
      await logins.replace({ tenant, server }, made);
      await recordAudit(invocation, toolbox, { action: "tools login", subjects: [server] });
      const expires_at = made.expires_at === undefined ? null : new Date(made.expires_at).toISOString();
      const row = { server, tenant, expires_at, renews: made.refresh_token !== undefined };
      if (flag(invocation, "json")) io.out(`${JSON.stringify(row)}\n`);
      io.err(`Logged in at ${server} for tenant ${tenant}. Its writes need a pin: planwright tools pin ${server}.\n`);
      return exit.ok;
    } catch (error) {
      io.err(`planwright: the login at ${server} failed: ${error instanceof Error ? error.message : String(error)}\n`);
      return exit.failed;
    } finally {
      await receiver.close();
    }
  });

export const logout: Handler = (invocation) =>
  withToolbox(invocation, async (toolbox) => {
    const { io } = invocation;
    const { tenant, logins } = toolbox;
    const { server } = requestOf(invocation, toolbox);
    const removed = await logins.remove({ tenant, server });
    if (removed) await recordAudit(invocation, toolbox, { action: "tools logout", subjects: [server] });
    if (flag(invocation, "json")) io.out(`${JSON.stringify({ server, tenant, removed })}\n`);
    io.err(removed ? `Logged out at ${server}.\n` : `There was no login at ${server} for tenant ${tenant}.\n`);
    return removed ? exit.ok : exit.failed;
  });

/** Where the browser runs on another machine, nothing listens on its loopback address: the person copies the address. */
function pasteReceiver({ io }: Invocation, port = 8976): Receiver {
  return {
    redirectUrl: `http://127.0.0.1:${port}/callback`,
    async authorize(address) {
      io.err(`Open this address in a browser and log in:\n\n${address.href}\n\n`);
      io.err("The browser then shows a page that does not load. Paste its address here, and end with Ctrl-D:\n");
      const answer = URL.parse((await readText(io, "-")).trim());
      if (answer === null) throw new Error("that is not an address");
      return answer;
    },
    close: async () => undefined,
  };
}

type ServerLogin = Omit<LogInRequest, "redirectUrl"> & { server: string; port?: number };

function requestOf({ args, io }: Invocation, { config, folder, logins }: CliToolbox): ServerLogin {
  const [server = ""] = args;
  const configured = config.tools.mcp[server];
  if (configured === undefined) {
    const close = nearest(server, Object.keys(config.tools.mcp));
    const hint = close === undefined ? "add it to tools.mcp in planwright.yaml" : `did you mean ${close}?`;
    throw new UsageError(`there is no server "${server}"; ${hint}`);
  }
  const fail = (message: string): never => {
    throw new UsageError(`${server}: ${message}`);
  };
  const endpoint = mcpEndpoint(configured, { folder, env: io.env }, fail);
  const oauth = mcpOAuth(configured, { env: io.env, logins });
  if ("missing" in oauth) return fail(`${oauth.missing} is not set in the environment`);
  if (oauth.value === undefined || endpoint?.kind !== "http")
    return fail('has no login; add "oauth: {}" to it in planwright.yaml');
  const { scope, redirect_port: port } = configured.oauth ?? {};
  return compact({ server, url: endpoint.url, client: oauth.value.client, scope, port });
}

type AuditEvent = { action: string; subjects: string[] };

async function recordAudit({ io }: Invocation, { audit, tenant }: CliToolbox, deed: AuditEvent): Promise<void> {
  const principal = `cli:${io.env["USER"] ?? io.env["USERNAME"] ?? "unknown"}`;
  await audit().record({ ...deed, tenant, principal, requestId: randomUUID(), outcome: "done", at: systemClock.now() });
}
