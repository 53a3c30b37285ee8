import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { openPostgres } from "../../src/store/postgres/database.ts";
import { type Counts, readCounts, since } from "../fleet/database-costs.ts";
import { newDatabase } from "../fleet/postgres.ts";
import { type Contender, type JobQueue, openQueue } from "./contender.ts";
import { type WorkerGroup, openCrew } from "./crew.ts";

/** One contender with its own database, in this process and in its worker processes. */
export type Entrant = { contender: Contender; queue: JobQueue; crew: WorkerGroup; client: Client };

/** Results of each round by contender, and the database work of all rounds. */
export type ComparisonResult<T> = { found: Map<string, T[]>; costs: Map<string, Counts> };

type Field = { server: string; contenders: readonly Contender[]; workers: number; rounds: number };

/** Every round runs each contender for one slice; the first round is a warm-up and is not reported. */
export async function compete<T>(
  { server, contenders, workers, rounds }: Field,
  slice: (entrant: Entrant, round: string) => Promise<T>,
): Promise<ComparisonResult<T>> {
  // Each worker is a process that ends with this one.
  process.setMaxListeners(64);
  const entrants: (Entrant & { tally: Tally })[] = [];
  const found = new Map(contenders.map(({ name }) => [name, [] as T[]]));
  try {
    for (const contender of contenders) entrants.push(await enter(contender, server, workers));
    for (let round = 0; round <= rounds; round += 1)
      for (const { tally, ...entrant } of entrants) {
        const one = await tally.during(() => slice(entrant, `r${round}`));
        if (round === 0) await entrant.client.query("ANALYZE");
        else found.get(entrant.contender.name)?.push(one);
      }
  } finally {
    for (const { queue, crew } of entrants) {
      await crew.close();
      await queue.close();
    }
  }
  const costs = new Map<string, Counts>();
  for (const { contender, tally } of entrants) costs.set(contender.name, await tally.end());
  return { found, costs };
}

let databases = 0;

async function enter(contender: Contender, server: string, workers: number): Promise<Entrant & { tally: Tally }> {
  databases += 1;
  const url = await newDatabase(server, `jobs_${databases}`);
  // All contenders write the same row into the same table.
  const tables = openPostgres({ url });
  await tables.migrate();
  await tables.close();
  const queue = await openQueue(contender, url);
  const crew = await openCrew(contender, url, workers);
  const client = new Client(url);
  await client.connect();
  return { contender, queue, crew, client, tally: await startTally(client) };
}

type Tally = { during<T>(work: () => Promise<T>): Promise<T>; end(): Promise<Counts> };

/**
 * Rows and transactions are counted by database, and are known when its connections have ended; the log and the processor are
 * everybody's, and are read around each slice. Rows of the catalogue are not counted: a schema is made once.
 */
async function startTally(client: Client): Promise<Tally> {
  const rowsSql = "SELECT sum(n_tup_ins + n_tup_upd + n_tup_del) AS rows FROM pg_stat_user_tables";
  const read = async (): Promise<Counts> => {
    const { rows } = await client.query<{ rows: string }>(rowsSql);
    return { ...(await readCounts(client)), rowsWritten: Number(rows[0]?.rows) };
  };
  const first = await read();
  const shared = { walBytes: 0, cpuMs: 0, syncs: Number.NaN };
  return {
    async during(work) {
      const before = await readCounts(client);
      const value = await work();
      const { walBytes, cpuMs } = since(before, await readCounts(client));
      shared.walBytes += walBytes;
      shared.cpuMs += cpuMs;
      return value;
    },
    async end() {
      await pause(1_500);
      const own = since(first, await read());
      await client.end();
      return { ...own, ...shared };
    },
  };
}
