import { existsSync } from "node:fs";
import { join } from "node:path";
import { peersHome } from "../contenders/peers.ts";

/** Jobs of one contender process on one Postgres database. */
export type JobQueue = {
  /** In one transaction of the caller's: a row of kind `asked`, and the job. */
  put(key: string): Promise<void>;
  /** Until `rest`: reports that a job has started, then writes a row of kind `done` and completes the job in one transaction. */
  work(began: (key: string) => void): Promise<void>;
  rest(): Promise<void>;
  close(): Promise<void>;
};

/** Its file exports `open(url, shape)`. */
export type Contender = { name: string; file: string; shape?: string };

/** Shape of ours: the Redis of BullMQ, and how many jobs of each of so many tenants may run at once. */
export type OwnShape = { redisUrl?: string; tenants?: number; perTenant?: number };

export const ours: Contender = { name: "Planwright", file: join(import.meta.dirname, "leased.ts") };

/** The same with BullMQ on this Redis. */
export function onBullmq(redisUrl: string): Contender {
  return { ...ours, name: "Planwright on BullMQ", shape: JSON.stringify({ redisUrl } satisfies OwnShape) };
}

/** Many tenants, whose limits together are below the slots of two processes. */
export function withLimits(contender: Contender): Contender {
  const shape: OwnShape = { ...JSON.parse(contender.shape ?? "{}"), tenants: 8, perTenant: 7 };
  return { ...contender, shape: JSON.stringify(shape) };
}

const pgBoss = join(peersHome, "pg-boss.js");

/** The second commits less often, and one failing job rolls back its whole batch. */
export const others: readonly Contender[] = [
  { name: "pg-boss, a transaction a job", file: pgBoss, shape: "job" },
  { name: "pg-boss, a transaction a batch", file: pgBoss, shape: "batch" },
];

export function pgBossAbsent(): string | undefined {
  return existsSync(join(peersHome, "node_modules", "pg-boss"))
    ? undefined
    : "pg-boss: npm --prefix bench/peers install --ignore-scripts";
}

export async function openQueue({ file, shape }: Contender, url: string): Promise<JobQueue> {
  const module: { open(url: string, shape?: string): Promise<JobQueue> } = await import(file);
  return module.open(url, shape);
}
