import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { configFile } from "../../../runtime/config/config.ts";
import type { OpenPlanwright } from "../../../runtime/open-planwright.ts";
import { createLoopbackAuth } from "../../../server/auth/loopback-auth.ts";
import type { RunningServer } from "../../../server/listen.ts";
import { allBackgroundRoles } from "../../../runtime/background-roles.ts";
import { startServer } from "../../../server/start-server.ts";
import { programName } from "../../process/program-name.ts";
import { exit, type ExitCode, type Handler, type Invocation, text, UsageError } from "../../command.ts";
import { withPlanwright } from "../../workspace/local-planwright.ts";
import { startProgress } from "../../output/progress.ts";
import { servedRoles } from "../../options/roles.ts";
import { findRunningServer, recordServer } from "../../../runtime/diagnose/server-records.ts";
import { untilStopped } from "../../process/until-stopped.ts";
import { welcome } from "../../output/welcome.ts";
import { dataFolderOf } from "../../workspace/working-folder.ts";

/** Serves everything on this machine only, without keys, and the demo workspace without a configuration. */
export const dev: Handler = async (invocation) => {
  const { io } = invocation;
  const port = portOf(invocation);
  const data = resolve(dataFolderOf(invocation));
  const other = await findRunningServer(data);
  if (other !== undefined) {
    const isNamed = (text(invocation, "port") ?? io.env["PORT"]) !== undefined;
    if (!isNamed) return printAlreadyRunning(invocation, data, other);
    io.err(
      `${other.url} (process ${other.pid}) already serves ${data}: it executes the work, and this process is a standby\n`,
    );
  }
  const progress = startProgress(io, "starting");
  try {
    return await withPlanwright(invocation, async (planwright) => {
      const server = await serve(planwright, invocation, port);
      progress.end();
      if (port !== 0 && server.port !== port) io.err(`port ${port} is in use; using ${server.port}\n`);
      const forget = recordServer(data, { pid: process.pid, url: server.url });
      const { version } = planwright;
      const config = configOf(invocation);
      io.out(welcome({ url: server.url, data, config, version, planwright: programName(io.env) }));
      await untilStopped(io.signal);
      io.err("stopping; press Ctrl-C again to exit immediately\n");
      await server.stop().finally(forget);
      return exit.ok;
    });
  } finally {
    progress.end();
  }
};

function printAlreadyRunning({ io }: Invocation, data: string, { url, pid }: { url: string; pid: number }): ExitCode {
  const again = io.env["npm_lifecycle_event"] === "start" ? "npm start --" : `${programName(io.env)} dev`;
  io.err(
    `planwright: ${url} already serves ${data} (process ${pid}).\n` +
      `  Open it, or stop it with: kill ${pid}\n` +
      `  To start a second one: ${again} --port <number>. With separate data: ${again} --data <folder>.\n`,
  );
  return exit.failed;
}

/** An explicit port must be free; the default falls back to the next free port. */
async function serve(planwright: OpenPlanwright, invocation: Invocation, port: number): Promise<RunningServer> {
  await planwright.start(allBackgroundRoles);
  return startServer(planwright, {
    approvals: planwright.config.approval.mcp,
    host: "127.0.0.1",
    port,
    orNext: text(invocation, "port") === undefined,
    authenticate: createLoopbackAuth({ tenant: "local" }),
    roles: servedRoles,
  });
}

function configOf(invocation: Invocation): string | undefined {
  const file = resolve(text(invocation, "config") ?? configFile);
  return existsSync(file) ? file : undefined;
}

export function portOf(invocation: Invocation): number {
  const word = text(invocation, "port") ?? invocation.io.env["PORT"] ?? "4400";
  const port = Number(word);
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port;
  throw new UsageError(`a port must be a number from 0 to 65535, not "${word}"`);
}
