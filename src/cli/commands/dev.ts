import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { configFile } from "../../runtime/config.ts";
import type { OpenPlanwright } from "../../runtime/open-planwright.ts";
import { createLoopbackAuth } from "../../server/auth/loopback-auth.ts";
import type { RunningServer } from "../../server/listen.ts";
import { everyDuty } from "../../runtime/duties.ts";
import { startServer } from "../../server/start-server.ts";
import { calledAs } from "../called-as.ts";
import { exit, type ExitCode, type Handler, type Invocation, text, UsageError } from "../command.ts";
import { withPlanwright } from "../local-planwright.ts";
import { startProgress } from "../progress.ts";
import { allRoles } from "../roles.ts";
import { findServing, noteServing } from "../../runtime/serving-notes.ts";
import { untilStopped } from "../until-stopped.ts";
import { welcome } from "../welcome.ts";
import { dataFolderOf } from "../working-folder.ts";

/** The whole on this machine alone: no key, no account, the demo workspace where nothing is configured. */
export const dev: Handler = async (invocation) => {
  const { io } = invocation;
  const port = portOf(invocation);
  const data = resolve(dataFolderOf(invocation));
  const other = await findServing(data);
  if (other !== undefined) {
    const isNamed = (text(invocation, "port") ?? io.env["PORT"]) !== undefined;
    if (!isNamed) return sayRunning(invocation, data, other);
    io.err(`${other.url} (process ${other.pid}) serves ${data} too: it works, and this one stands by for it\n`);
  }
  const progress = startProgress(io, "starting");
  try {
    return await withPlanwright(invocation, async (planwright) => {
      const server = await serve(planwright, invocation, port);
      progress.end();
      if (port !== 0 && server.port !== port) io.err(`port ${port} is in use, so this is ${server.port}\n`);
      const forget = noteServing(data, { pid: process.pid, url: server.url });
      const { version } = planwright;
      const config = configOf(invocation);
      io.out(welcome({ url: server.url, data, config, version, planwright: calledAs(io.env) }));
      await untilStopped(io.signal);
      io.err("stopping; Ctrl-C again ends it at once\n");
      await server.stop().finally(forget);
      return exit.ok;
    });
  } finally {
    progress.end();
  }
};

function sayRunning({ io }: Invocation, data: string, { url, pid }: { url: string; pid: number }): ExitCode {
  const again = io.env["npm_lifecycle_event"] === "start" ? "npm start --" : `${calledAs(io.env)} dev`;
  io.err(
    `planwright: ${url} serves ${data} already (process ${pid}).\n` +
      `  Open it, or stop it with: kill ${pid}\n` +
      `  A second one beside it: ${again} --port <number>. One with data of its own: ${again} --data <folder>.\n`,
  );
  return exit.failed;
}

/** A port that was asked for is the port or an error; otherwise the next free one will do. */
async function serve(planwright: OpenPlanwright, invocation: Invocation, port: number): Promise<RunningServer> {
  await planwright.start(everyDuty);
  return startServer(planwright, {
    host: "127.0.0.1",
    port,
    orNext: text(invocation, "port") === undefined,
    authenticate: createLoopbackAuth({ tenant: "local" }),
    roles: allRoles,
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
  throw new UsageError(`a port is a number from 0 to 65535, not "${word}"`);
}
