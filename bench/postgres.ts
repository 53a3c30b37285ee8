import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ownPostgresAbsent } from "../test/support/postgres-server.ts";
import { redisAbsent, startRedis } from "../test/support/redis-server.ts";
import type { BenchOptions, Measurement } from "./bench.ts";
import { ratesOf } from "./contenders/compare.ts";
import type { Contender } from "./contenders/contender.ts";
import { openPlanwright } from "./contenders/ours.ts";
import { peersAbsent, peersHome } from "./contenders/peers.ts";
import { type Figure, figure } from "./figure.ts";
import { newDatabase, openSyncedPostgres } from "./fleet/postgres.ts";
import { ratiosOf } from "./measure.ts";

type Entrant = Pick<Contender, "name" | "chain" | "close">;
type Module = { open(url: string): Promise<Omit<Entrant, "name">> };

const peers = [
  { file: "postgres-langgraph", name: "LangGraph.js" },
  { file: "postgres-mastra", name: "Mastra" },
  { file: "postgres-dbos", name: "DBOS" },
] as const;

/** Runs of three steps on one Postgres that syncs every commit; all contenders in one process, one after another in every round. */
export async function measure({ quick }: BenchOptions): Promise<Measurement> {
  const absent = ownPostgresAbsent ?? redisAbsent;
  if (absent !== undefined) return { figures: [], skipped: [`runs on Postgres: ${absent}`] };
  const folder = mkdtempSync(join(tmpdir(), "planwright-bench-"));
  const [postgres, redis] = [await openSyncedPostgres(["max_connections = 400"]), await startRedis("everysec")];
  const skipped = peersAbsent();
  try {
    const ours = await openOurs(folder, postgres.url, redis.url);
    const others: Entrant[] = [];
    for (const { file, name } of skipped.length > 0 ? [] : peers) {
      const module: Module = await import(join(peersHome, `${file}.js`)); // one of the files beside its package.json
      others.push({ name, ...(await module.open(await newDatabase(postgres.url, file))) });
    }
    const figures: Figure[] = [];
    for (const clients of [1, 32]) figures.push(...(await compare(ours, others, { clients, rounds: quick ? 3 : 9 })));
    for (const one of [...ours, ...others]) await one.close();
    return { figures, skipped };
  } finally {
    await redis.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true });
  }
}

/** Both engines, with steps that read and steps that write. */
async function openOurs(folder: string, server: string, redisUrl: string): Promise<Entrant[]> {
  const opened: Entrant[] = [];
  for (const engine of ["leased", "bullmq"])
    for (const steps of ["read", "write"] as const) {
      const url = await newDatabase(server, `${engine}-${steps}`);
      const env = { DATABASE_URL: url, REDIS_URL: redisUrl, ENGINE: engine };
      opened.push({ ...(await openPlanwright(folder, steps, env)), name: `${engine}, 3 ${steps}s` });
    }
  return opened;
}

async function compare(
  ours: readonly Entrant[],
  others: readonly Entrant[],
  field: { clients: number; rounds: number },
): Promise<Figure[]> {
  const all = [...ours, ...others].map(({ name, chain }) => ({ name, work: chain }));
  const rates = await ratesOf(all, field);
  return ours.flatMap(({ name }) => {
    const own = rates.get(name) ?? [];
    const said = { table: "Runs on Postgres", name: `${name}, ${field.clients} at a time`, better: "higher" } as const;
    return [
      figure({ ...said, what: "a second", unit: "/s" }, own),
      ...others.map((other) =>
        figure(
          { ...said, what: `to ${other.name}`, unit: "×", aim: field.clients === 1 ? 3 : 10 },
          ratiosOf(own, rates.get(other.name)),
        ),
      ),
    ];
  });
}
