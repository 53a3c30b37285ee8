import { ownPostgresAbsent } from "../test/support/postgres-server.ts";
import { redisAbsent, startRedis } from "../test/support/redis-server.ts";
import type { BenchOptions, Measurement } from "./bench.ts";
import { compete } from "./engine/compete.ts";
import { onBullmq, others, ours, pgBossAbsent, withLimits } from "./engine/contender.ts";
import { costFigures, latencyFigures, limitFigures, rateFigures } from "./engine/figures.ts";
import { drain, flow } from "./engine/slices.ts";
import type { Figure } from "./figure.ts";
import { openSyncedPostgres } from "./fleet/postgres.ts";

/** Jobs per second that a busy fleet gets; the engines of this package only. */
const busyRate = 600;

/** Rounds, jobs due at the start, and jobs per second for a number of seconds. */
const sizes = {
  quick: { rounds: 3, jobs: 500, rate: 50, seconds: 2 },
  full: { rounds: 5, jobs: 1_500, rate: 100, seconds: 3 },
};

/** The same work by both engines and by pg-boss, on one Postgres that syncs every commit, one after another in every round. */
export async function measure({ quick }: BenchOptions): Promise<Measurement> {
  const missing = ownPostgresAbsent ?? redisAbsent;
  if (missing !== undefined) return { figures: [], skipped: [`jobs on Postgres: ${missing}`] };
  const absent = pgBossAbsent();
  const { rounds, jobs, rate, seconds } = sizes[quick ? "quick" : "full"];
  const postgres = await openSyncedPostgres(["track_commit_timestamp = on", "max_connections = 400"]);
  const redis = await startRedis("everysec");
  const engines = [ours, onBullmq(redis.url)];
  const contenders = [...engines, ...(absent === undefined ? others : [])];
  try {
    const rates: Figure[] = [];
    const costs: Figure[] = [];
    for (const workers of [1, 2, 4]) {
      const drained = await compete({ server: postgres.url, contenders, workers, rounds }, (entrant, round) =>
        drain(entrant, { round, jobs }),
      );
      rates.push(...rateFigures(workers, drained.found));
      if (workers === 1) costs.push(...costFigures(drained.costs, jobs * (rounds + 1)));
    }
    const limited = { server: postgres.url, contenders: engines.map(withLimits), workers: 2, rounds };
    const drained = await compete(limited, (entrant, round) => drain(entrant, { round, jobs }));
    rates.push(...limitFigures(2, drained.found));
    const flowed = await compete({ server: postgres.url, contenders, workers: 2, rounds }, (entrant, round) =>
      flow(entrant, { round, rate, seconds }),
    );
    const busy = await compete({ server: postgres.url, contenders: engines, workers: 2, rounds }, (entrant, round) =>
      flow(entrant, { round, rate: busyRate, seconds }),
    );
    const latencies = [...latencyFigures(flowed.found, rate), ...latencyFigures(busy.found, busyRate)];
    const figures = [...rates, ...latencies, ...costs];
    return { figures, skipped: absent === undefined ? [] : [absent] };
  } finally {
    await redis.stop();
    await postgres.stop();
  }
}
