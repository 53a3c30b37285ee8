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
import { untilStopped } from "../../process/stop-signal.ts";
import { welcome } from "../../output/welcome.ts";
import { refuseDocument } from "../../input/document.ts";
import { dataFolderOf, folderOf } from "../../workspace/working-folder.ts";
import { watchWorkspace } from "./watch-workspace.ts";

/**
 * Serves everything on this machine only, without keys, and the demo workspace without a configuration. Starts again when
 * the configuration or a pack changes.
 */
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
  let session: Session = { port };
  for (;;) {
    const ended = await serveUntilChanged(invocation, data, session);
    if (ended.restart === undefined) return ended.code;
    session = ended.restart;
  }
};

/** What a restart after a changed file keeps: the port, and the files to report. */
type Session = { port: number; changed?: readonly string[] };

/** Serves until Ctrl-C, or until a valid change of the configuration or a pack. */
async function serveUntilChanged(
  invocation: Invocation,
  data: string,
  session: Session,
): Promise<{ code: ExitCode; restart?: Session }> {
  const { io } = invocation;
  const reload = new AbortController();
  let restart: Session = session;
  const unwatch = watchWorkspace({
    ...folderOf(invocation),
    onValid: (changed) => {
      restart = { ...restart, changed };
      reload.abort();
    },
    onInvalid: (changed, issues) => {
      io.err(`${changed.join(", ")} changed and is not valid; the last valid version stays in use:\n`);
      refuseDocument(invocation, "", issues);
    },
  });
  const progress = startProgress(io, "starting");
  try {
    const code = await withPlanwright(invocation, async (planwright) => {
      const server = await serve(planwright, invocation, session);
      progress.end();
      restart = { port: server.port };
      const forget = recordServer(data, { pid: process.pid, url: server.url });
      announce(invocation, { planwright, server, data, session });
      await untilStopped(AbortSignal.any([io.signal, reload.signal]));
      if (!reload.signal.aborted) io.err("stopping; press Ctrl-C again to exit immediately\n");
      await server.stop().finally(forget);
      return exit.ok;
    });
    // A change that became invalid after its check: the next one starts the server again.
    if (code !== exit.ok && session.changed !== undefined)
      await untilStopped(AbortSignal.any([io.signal, reload.signal]));
    return reload.signal.aborted && !io.signal.aborted ? { code, restart } : { code };
  } finally {
    unwatch();
    progress.end();
  }
}

type RunningDev = { planwright: OpenPlanwright; server: RunningServer; data: string; session: Session };

function announce(invocation: Invocation, { planwright, server, data, session }: RunningDev): void {
  const { io } = invocation;
  if (session.changed !== undefined) {
    io.err(`${session.changed.join(", ")} changed; reloaded at ${server.url}\n`);
    return;
  }
  if (session.port !== 0 && server.port !== session.port)
    io.err(`port ${session.port} is in use; using ${server.port}\n`);
  const { version } = planwright;
  const config = configOf(invocation);
  io.out(welcome({ url: server.url, data, config, version, planwright: programName(io.env) }));
}

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
async function serve(planwright: OpenPlanwright, invocation: Invocation, session: Session): Promise<RunningServer> {
  await planwright.start(allBackgroundRoles);
  return startServer(planwright, {
    approvals: planwright.config.approval.mcp,
    host: "127.0.0.1",
    port: session.port,
    orNext: text(invocation, "port") === undefined && session.changed === undefined,
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
