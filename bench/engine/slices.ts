import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "pg";
import type { Entrant } from "./compete.ts";

export type DrainRates = { putPerSecond: number; workedPerSecond: number };

const lanes = 32;
const mostMs = 60_000;

/** Adds jobs, 32 transactions at a time, and then starts the workers. */
export async function drain(
  { queue, crew, client }: Entrant,
  { round, jobs }: { round: string; jobs: number },
): Promise<DrainRates> {
  const lane = async (from: number): Promise<void> => {
    for (let at = from; at < jobs; at += lanes) await queue.put(`${round}-${at}`);
  };
  await Promise.all(Array.from({ length: lanes }, (_, from) => lane(from)));
  await crew.work();
  const done = await allDone(client, { round, jobs });
  await crew.rest();
  return { putPerSecond: rateOf(await commits(client, "asked", round)), workedPerSecond: rateOf(done) };
}

/** Adds jobs at a constant rate; returns the milliseconds from commit to start for each job. */
export async function flow(
  { queue, crew, client }: Entrant,
  { round, rate, seconds }: { round: string; rate: number; seconds: number },
): Promise<number[]> {
  const jobs = rate * seconds;
  await crew.work();
  // All processes listen by then.
  await pause(500);
  const puts: Promise<void>[] = [];
  for (let at = 0; at < jobs; at += 1) {
    puts.push(queue.put(`${round}-${at}`));
    await pause(1000 / rate);
  }
  await Promise.all(puts);
  await allDone(client, { round, jobs });
  const began = await crew.rest();
  return (await commits(client, "asked", round)).map(({ id, at }) => (began.get(id) ?? Number.NaN) - at);
}

type Commit = { id: string; at: number };

async function allDone(client: Client, { round, jobs }: { round: string; jobs: number }): Promise<Commit[]> {
  const deadline = Date.now() + mostMs;
  for (;;) {
    const done = await commits(client, "done", round);
    if (done.length === jobs) return done;
    if (Date.now() > deadline) throw new Error(`${done.length} of ${jobs} jobs were done in ${mostMs / 1000} s`);
    await pause(100);
  }
}

/** When the server committed the rows of a kind, in its own order. */
async function commits(client: Client, kind: "asked" | "done", round: string): Promise<Commit[]> {
  const { rows } = await client.query<Commit>(
    `SELECT id, extract(epoch FROM pg_xact_commit_timestamp(xmin))::float8 * 1000 AS at FROM records
     WHERE tenant = 'bench' AND kind = $1 AND id LIKE $2 ORDER BY at`,
    [kind, `${round}-%`],
  );
  return rows;
}

/** Measured between 10 % and 90 % of the jobs, when all workers are busy. */
function rateOf(sorted: readonly Commit[]): number {
  const [first, last] = [Math.floor(sorted.length * 0.1), Math.floor(sorted.length * 0.9)];
  return ((last - first) * 1000) / ((sorted[last]?.at ?? 0) - (sorted[first]?.at ?? 0));
}
