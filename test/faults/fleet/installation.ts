import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type PostgresServer, startPostgres } from "../../support/postgres-server.ts";
import { type RedisServer, startRedis } from "../../support/redis-server.ts";
import { runCli } from "../../support/run-cli.ts";
import { configOf, poorTenant, profiles, tenant } from "./config.ts";
import { type Member, type Role, startMember } from "./member.ts";
import { readDeeds, type WorldCall } from "./world/deed.ts";

export type Person = "alice" | "bob" | "poor";

/** Everything under test, with the outside world beside it. */
export type Installation = {
  folder: string;
  postgres: PostgresServer;
  redis: RedisServer;
  members: readonly Member[];
  keys: Readonly<Record<Person, string>>;
  deeds(): WorldCall[];
  close(keep: boolean): Promise<void>;
};

/** Processes are started again and again: what one has compiled the next finds. */
const cache = join(tmpdir(), "planwright-faults-cache");

/** The fleet of the issue: 3 workers, 2 daemons, 2 servers of the API. */
const crew: readonly Role[] = ["api", "api", "daemon", "daemon", "worker", "worker", "worker"];

export type InstallationOptions = { leaseSeconds: number; engine: string };

export async function openInstallation({ leaseSeconds, engine }: InstallationOptions): Promise<Installation> {
  const folder = mkdtempSync(join(tmpdir(), "planwright-faults-"));
  const closing: (() => unknown)[] = [];
  const close = async (keep: boolean): Promise<void> => {
    for (const one of closing.splice(0).toReversed()) await one();
    if (!keep) rmSync(folder, { recursive: true, force: true });
  };
  try {
    const world = await startWorld(folder);
    closing.push(() => world.stop());
    const postgres = await startPostgres();
    closing.push(() => postgres.stop());
    const redis = await startRedis();
    closing.push(() => redis.stop());
    const env = {
      DATABASE_URL: postgres.url,
      REDIS_URL: redis.url,
      ENGINE: engine,
      DATABASE_CONNECTIONS: "6",
      WORKER_LEASE_SECONDS: String(leaseSeconds),
      NODE_COMPILE_CACHE: cache,
    };
    const keys = await furnish(folder, world, env);
    const members: Member[] = [];
    closing.push(() => Promise.all(members.map((member) => member.close())));
    for (const [at, role] of crew.entries())
      members.push(await startMember({ folder, name: `${role}-${at}`, role, env }));
    return { folder, postgres, redis, members, keys, deeds: () => readDeeds(world.file), close };
  } catch (error) {
    await close(false);
    throw error;
  }
}

type OutsideWorld = { url: string; mind: string; file: string; stop(): Promise<void> };

async function startWorld(folder: string): Promise<OutsideWorld> {
  const file = join(folder, "world.jsonl");
  const words = [join(import.meta.dirname, "world/main.ts"), JSON.stringify({ file, slowMs: 700 })];
  const env = { ...process.env, NODE_OPTIONS: "" };
  const child: ChildProcess = spawn(process.execPath, words, { env, stdio: ["pipe", "pipe", "inherit"] });
  const [said] = (await once(child.stdout ?? child, "data")) as [Buffer];
  const { url, mind } = JSON.parse(said.toString()) as { url: string; mind: string }; // its own first line
  const stop = async (): Promise<void> => {
    const ended = once(child, "exit");
    if (child.kill("SIGKILL")) await ended;
  };
  return { url, mind, file, stop };
}

/** Configuration, agents, pins and keys, as an operator makes them. */
async function furnish(
  folder: string,
  { url, mind }: OutsideWorld,
  env: Readonly<Record<string, string>>,
): Promise<Record<Person, string>> {
  const say = async (...words: readonly string[]): Promise<string> => {
    const { code, out, err } = await runCli([...words, "--data", join(folder, "setup")], { env });
    if (code !== 0) throw new Error(`planwright ${words.join(" ")}: ${err}`);
    return out;
  };
  const keyOf = async (name: Person, whose: string): Promise<{ key: string; id: string }> => {
    const made = await say("keys", "create", "--name", name, "--tenant", whose, "--scope", "admin", "--json");
    return JSON.parse(made) as { key: string; id: string }; // what the command prints
  };
  const [alice, bob, poor] = [
    await keyOf("alice", tenant),
    await keyOf("bob", tenant),
    await keyOf("poor", poorTenant),
  ];
  const config = join(folder, "planwright.yaml");
  writeFileSync(config, JSON.stringify(configOf({ url, mind, approver: `key:bob#${bob.id}` })));
  mkdirSync(join(folder, "agents"));
  for (const [name, profile] of Object.entries(profiles()))
    writeFileSync(join(folder, "agents", `${name}.json`), JSON.stringify(profile));
  await say("tools", "pin", "crm", "--config", config);
  return { alice: alice.key, bob: bob.key, poor: poor.key };
}
