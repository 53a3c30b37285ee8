import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.ts";
import { program } from "./program.ts";

export type RedisServer = {
  url: string;
  /** Kills the server and restarts it with its data. */
  restart(): Promise<void>;
  /** `SIGSTOP` freezes it, `SIGCONT` lets it go on. */
  signal(name: NodeJS.Signals): void;
  stop(): Promise<void>;
};

const redis = program("redis-server");

/** Why Redis is unavailable, as the skip reason of tests; undefined if it is available. */
export const redisAbsent: string | undefined =
  redis === undefined ? "no Redis: redis-server is not on the PATH" : undefined;

/** A temporary server on a free port that persists every command. */
export async function startRedis(): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), "planwright-redis-"));
  const port = await freePort();
  let server = await start(port, folder);
  const end = async (): Promise<void> => {
    const ended = new Promise((resolve) => server.once("exit", resolve));
    if (server.kill("SIGKILL")) await ended;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    async restart() {
      await end();
      server = await start(port, folder);
    },
    signal: (name) => void server.kill(name),
    async stop() {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function start(port: number, folder: string): Promise<ChildProcess> {
  const options = {
    bind: "127.0.0.1",
    port: String(port),
    dir: folder,
    appendonly: "yes",
    appendfsync: "always",
    save: "",
  };
  const given = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const server = spawn(redis ?? "", given, { stdio: ["ignore", "pipe", "ignore"] });
  return new Promise((resolve, reject) => {
    server.once("exit", (code) => reject(new Error(`redis-server ended with ${String(code)}`)));
    server.stdout.on("data", (text: Buffer) => {
      if (text.includes("Ready to accept connections")) resolve(server);
    });
  });
}
