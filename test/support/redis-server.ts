import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.ts";
import { program } from "./program.ts";

export type RedisServer = {
  url: string;
  kill(): Promise<void>;
  /** Kills the server where it runs, and starts it with its data. */
  restart(): Promise<void>;
  /** `SIGSTOP` freezes it, `SIGCONT` lets it go on. */
  signal(name: NodeJS.Signals): void;
  stop(): Promise<void>;
};

const redis = program("redis-server");

/** Why Redis is unavailable, as the skip reason of tests; undefined if it is available. */
export const redisAbsent: string | undefined =
  redis === undefined ? "no Redis: redis-server is not on the PATH" : undefined;

/** A temporary server on a free port that persists every command, at once or, as Redis does by default, each second. */
export async function startRedis(appendfsync: "always" | "everysec" = "always"): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), "planwright-redis-"));
  const port = await freePort();
  const launch = (): Promise<ChildProcess> => start({ port: String(port), dir: folder, appendfsync });
  let server = await launch();
  const end = async (): Promise<void> => {
    const ended = new Promise((resolve) => server.once("exit", resolve));
    if (server.kill("SIGKILL")) await ended;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    kill: end,
    async restart() {
      await end();
      server = await launch();
    },
    signal: (name) => void server.kill(name),
    async stop() {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function start(options: Record<string, string>): Promise<ChildProcess> {
  const given = Object.entries({ bind: "127.0.0.1", appendonly: "yes", save: "", ...options }).flatMap(
    ([name, value]) => [`--${name}`, value],
  );
  const server = spawn(redis ?? "", given, { stdio: ["ignore", "pipe", "ignore"] });
  return new Promise((resolve, reject) => {
    server.once("exit", (code) => reject(new Error(`redis-server ended with ${String(code)}`)));
    server.stdout.on("data", (text: Buffer) => {
      if (text.includes("Ready to accept connections")) resolve(server);
    });
  });
}
