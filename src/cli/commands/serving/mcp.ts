import { packageVersion as version } from "../../../runtime/version.ts";
import { createLoopbackAuth } from "../../../server/auth/loopback-auth.ts";
import { serveMcpStdio } from "../../../server/mcp/mcp-stdio.ts";
import { createPlanwrightApp } from "../../../server/start-server.ts";
import { exit, type Handler, text } from "../../command.ts";
import { withPlanwright } from "../../workspace/local-planwright.ts";
import { servedRoles } from "../../options/roles.ts";

/** Serves the workspace over MCP, or proxies a running Planwright. */
export const mcp: Handler = async (invocation) => {
  const { env, signal } = invocation.io;
  const baseUrl = text(invocation, "url");
  const key = text(invocation, "key") ?? env["PLANWRIGHT_KEY"];
  if (baseUrl !== undefined) {
    await serveMcpStdio({ version, connection: { baseUrl, ...(key !== undefined && { key }) } }, signal);
    return exit.ok;
  }
  return withPlanwright(invocation, async (planwright) => {
    await planwright.start();
    const app = createPlanwrightApp(planwright, {
      authenticate: createLoopbackAuth({ tenant: "local" }),
      roles: servedRoles,
    });
    const fetch = async (...request: Parameters<typeof globalThis.fetch>) => app.fetch(new Request(...request));
    await serveMcpStdio({ version, connection: { baseUrl: "http://localhost", fetch } }, signal);
    return exit.ok;
  });
};
