import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { freePort } from "./free-port.ts";
import { program, ready, serverUser } from "./postgres-server.ts";

/** A primary with a synchronous standby. */
export type PostgresPair = {
  url: string;
  standbyUrl: string;
  /** Crashes the primary and promotes the standby. */
  failOver(): Promise<void>;
  stop(): Promise<void>;
};

export async function startPair(): Promise<PostgresPair> {
  const options = { ...serverUser(), cwd: mkdtempSync(join(tmpdir(), "planwright-pair-")) };
  chmodSync(options.cwd, 0o777);
  const [first, second] = [join(options.cwd, "first"), join(options.cwd, "second")];
  const [port, standbyPort] = [await freePort(), await freePort()];
  const run = (name: string, words: readonly string[]): void =>
    void execFileSync(program(name) ?? "", words, { ...options, stdio: "pipe" });
  const start = async (files: string, at: number): Promise<ChildProcess> => {
    const settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off"];
    const words = ["-D", files, "-p", String(at), ...settings.flatMap((one) => ["-c", one])];
    const server = spawn(program("postgres") ?? "", words, { ...options, stdio: ["ignore", "ignore", "pipe"] });
    await ready(server);
    return server;
  };
  run("initdb", ["-D", first, "-U", "planwright", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C"]);
  const primary = await start(first, port);
  const urlOf = (at: number): string => `postgres://planwright@127.0.0.1:${at}/postgres`;
  run("pg_basebackup", ["-D", second, "-d", urlOf(port), "-R", "-X", "stream", "-c", "fast", "--no-sync"]);
  const standby = await start(second, standbyPort);
  await ask(urlOf(port), "ALTER SYSTEM SET synchronous_standby_names = '*'");
  await ask(urlOf(port), "SELECT pg_reload_conf()");
  return {
    url: urlOf(port),
    standbyUrl: urlOf(standbyPort),
    async failOver() {
      await end(primary, "SIGQUIT");
      await ask(urlOf(standbyPort), "SELECT pg_promote(true, 30)");
    },
    async stop() {
      await end(standby, "SIGINT");
      await end(primary, "SIGQUIT");
      rmSync(options.cwd, { recursive: true, force: true });
    },
  };
}

async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise((resolve) => server.once("exit", resolve));
  if (server.kill(signal)) await ended;
}

async function ask(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}
