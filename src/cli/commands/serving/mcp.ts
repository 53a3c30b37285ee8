import { compact } from "../../../plan/compact.ts";
import { packageVersion as version } from "../../../runtime/version.ts";
import { mcpTools } from "../../../server/mcp/mcp-tools.ts";
import { createMcpServer } from "../../../server/mcp/mcp-server.ts";
import { serveStdio } from "../../../tools/mcp/serve-stdio.ts";
import { exit, flag, type Handler, text, UsageError } from "../../command.ts";
import { withPlanwright } from "../../workspace/local-planwright.ts";
import { connectTo } from "../../workspace/with-client.ts";

/** Serves the workspace over MCP, or proxies a running Planwright. */
export const mcp: Handler = async (invocation) => {
  const { env, signal } = invocation.io;
  const baseUrl = text(invocation, "url");
  const without = withoutOf(text(invocation, "without"));
  const approvals = flag(invocation, "approvals");
  const key = text(invocation, "key") ?? env["PLANWRIGHT_KEY"];
  if (baseUrl !== undefined) {
    await serveStdio(createMcpServer({ version, connection: compact({ baseUrl, key }), approvals, without }), signal);
    return exit.ok;
  }
  return withPlanwright(invocation, async (planwright) => {
    await planwright.start();
    const connection = connectTo(planwright, { tenant: "local", name: "dev" });
    const offered = { approvals: approvals || planwright.config.approval.mcp, without };
    await serveStdio(createMcpServer({ version, connection, ...offered }), signal);
    return exit.ok;
  });
};

/** A misspelt name must not leave its tool on offer. */
function withoutOf(names: string | undefined): string[] {
  const without = (names ?? "").split(",").flatMap((name) => (name.trim() === "" ? [] : [name.trim()]));
  const unknown = without.find((name) => !Object.hasOwn(mcpTools, name));
  if (unknown !== undefined) throw new UsageError(`--without: there is no tool "${unknown}"`);
  return without;
}
