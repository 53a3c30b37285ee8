import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { runCli } from "./run-cli.ts";

/** One `planwright start` as an operator runs it. */
export type RoleProcess = {
  url: string;
  pid: number;
  /** Standard error so far. */
  said(): string;
  isRunning(): boolean;
  /** Sends any signal: `SIGSTOP`, `SIGCONT` … */
  signal(name: NodeJS.Signals): void;
  /** SIGTERM, like a rolling restart; resolves with the exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL; resolves after the exit. */
  kill(): Promise<void>;
  /** Resolves after the exit. */
  ended(): Promise<void>;
};

export type RoleOptions = {
  /** Value of `--roles`. */
  roles: string;
  env?: Readonly<Record<string, string>>;
  /** More arguments. */
  words?: readonly string[];
};

/** Processes of one installation: one configuration, one store, one key with all scopes. */
export type Fleet = {
  /** The folder with `planwright.yaml`; all processes work in it. */
  folder: string;
  key: string;
  /** Resolves when `/readyz` reports ready. */
  start(options: RoleOptions): Promise<RoleProcess>;
  /** Stops all processes and removes the folder. */
  close(): Promise<void>;
};

export type FleetOptions = {
  config: object;
  /** Environment of every process: `DATABASE_URL`, `REDIS_URL`, secrets. */
  env?: Readonly<Record<string, string>>;
  /** Tenant of the key. */
  tenant?: string;
};

const bin = resolve(import.meta.dirname, "../../src/cli/bin.ts");

/** Starts real processes. Without `DATABASE_URL` they share the SQLite file of the folder. */
export async function openFleet({ config, env = {}, tenant = "acme" }: FleetOptions): Promise<Fleet> {
  const folder = mkdtempSync(join(tmpdir(), "planwright-fleet-"));
  writeFileSync(join(folder, "planwright.yaml"), JSON.stringify({ approval: { default: "allow" }, ...config }));
  const place = ["--data", join(folder, "data")];
  const words = ["keys", "create", "--name", "test", "--tenant", tenant, "--scope", "admin", "--json", ...place];
  const made = await runCli(words, { env });
  const { key } = JSON.parse(made.out) as { key: string };
  const processes: RoleProcess[] = [];
  return {
    folder,
    key,
    async start({ roles, env: own, words: more = [] }) {
      const line = ["start", "--roles", roles, "--port", "0", ...place, ...more];
      const started = spawnRole(line, { folder, env: { ...env, ...own } });
      processes.push(started);
      return started.ready();
    },
    async close() {
      await Promise.all(processes.map((one) => one.kill()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type FleetLocation = { folder: string; env: Readonly<Record<string, string>> };

/** The process before it is ready. */
export function spawnRole(
  words: readonly string[],
  { folder, env }: FleetLocation,
): RoleProcess & { ready(): Promise<RoleProcess> } {
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn(process.execPath, [bin, ...words], {
    cwd: folder,
    env: { PATH, HOME, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const exited = once(child, "exit");
  let said = "";
  child.stderr.on("data", (part: Buffer) => void (said = `${said}${part.toString()}`.slice(-100_000)));
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
  const role: RoleProcess = {
    url: "",
    pid: child.pid ?? 0,
    said: () => said,
    isRunning,
    signal: (name) => void child.kill(name),
    async stop() {
      if (isRunning()) child.kill("SIGTERM");
      await exited;
      return child.exitCode;
    },
    async kill() {
      if (isRunning()) child.kill("SIGKILL");
      await exited;
    },
    ended: async () => void (await exited),
  };
  return { ...role, ready: async () => ({ ...role, url: await takesTraffic(role) }) };
}

/** The URL once it is ready. Rejects with the output if the process exits. */
async function takesTraffic(role: RoleProcess): Promise<string> {
  for (;;) {
    if (!role.isRunning()) throw new Error(`it did not start: ${role.said()}`);
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(role.said())?.[0];
    const answer = url === undefined ? undefined : await fetch(`${url}/readyz`).catch(() => undefined);
    await answer?.body?.cancel();
    if (url !== undefined && answer?.status === 200) return url;
    await pause(20);
  }
}
