import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type RoleProcess, spawnRole } from "../../support/fleet.ts";
import { openTcpProxy, type TcpProxy } from "./tcp-proxy.ts";

export type Role = "api" | "worker" | "daemon";

/** One process of the fleet, started again whenever it has ended, with its own ways to the database and to Redis. */
export type Member = {
  name: string;
  role: Role;
  postgres: TcpProxy;
  redis: TcpProxy;
  /** Where it listens; undefined while it does not. */
  url(): string | undefined;
  isPaused(): boolean;
  /** The end of what its process has said. */
  said(): string;
  kill(): Promise<void>;
  /** SIGTERM, as a rolling restart does. */
  restart(): Promise<void>;
  pause(): void;
  resume(): void;
  skew(ms: number): void;
  /** What it said each time it ended and nobody had ended it. */
  deaths: readonly string[];
  close(): Promise<void>;
};

export type MemberParts = {
  folder: string;
  name: string;
  role: Role;
  env: Readonly<Record<string, string>> & { DATABASE_URL: string; REDIS_URL: string };
};

const roles: Readonly<Record<Role, string>> = { api: "api,planner,router", worker: "worker", daemon: "daemon" };
/** How long an init system waits before it starts a process again, and before it loses patience with one that stops. */
const restMs = 200;
const settleWaitMs = 20_000;

export async function startMember({ folder, name, role, env }: MemberParts): Promise<Member> {
  const [postgres, redis] = [await openTcpProxy(env.DATABASE_URL), await openTcpProxy(env.REDIS_URL)];
  const clock = join(folder, `clock-${name}`);
  const options = `--import ${join(import.meta.dirname, "skewed-date.ts")}`;
  const own = { ...env, DATABASE_URL: postgres.url, REDIS_URL: redis.url, FAULT_CLOCK: clock, NODE_OPTIONS: options };
  const words = ["start", "--roles", roles[role], "--port", "0", "--data", join(folder, name)];
  const deaths: string[] = [];
  const closing = new AbortController();
  let isPaused = false;
  let listening: { one?: RoleProcess; url?: string | undefined } = {};
  let current: RoleProcess;
  let ending: RoleProcess | undefined;
  const begin = (): RoleProcess => (current = spawnRole(words, { folder, env: own }));
  const live = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      const one = begin();
      void whereItListens(one).then((url) => (listening = { one, url }));
      await one.ended();
      if (ending !== one && !closing.signal.aborted) deaths.push(one.said().slice(-2_000));
      isPaused = false;
      await pause(restMs);
    }
  };
  const alive = live();
  const end = async (how: (one: RoleProcess) => Promise<unknown>): Promise<void> => {
    ending = current;
    await how(ending);
  };
  return {
    name,
    role,
    postgres,
    redis,
    deaths,
    url: () => (current.isRunning() && listening.one === current ? listening.url : undefined),
    isPaused: () => isPaused,
    said: () => current.said().slice(-2_000),
    kill: () => end((one) => one.kill()),
    restart: () =>
      end((one) => Promise.race([one.stop(), pause(settleWaitMs, undefined, { ref: false }).then(() => one.kill())])),
    pause() {
      isPaused = true;
      current.signal("SIGSTOP");
    },
    resume() {
      isPaused = false;
      current.signal("SIGCONT");
    },
    skew: (ms) => writeFileSync(clock, String(ms)),
    async close() {
      closing.abort();
      await current.kill();
      await alive;
      await Promise.all([postgres.close(), redis.close()]);
    },
  };
}

/** Its first line has the address and is read immediately: only the end of a long log is kept. */
async function whereItListens(one: RoleProcess): Promise<string | undefined> {
  while (one.isRunning()) {
    const url = /at (http:\S+?),/.exec(one.said())?.[1];
    if (url !== undefined) return url;
    await pause(50);
  }
  return undefined;
}
