import type { Figure } from "../figure.ts";
import { quantile } from "../measure.ts";
import type { Result } from "../results.ts";

/** The cost of one run, as measured by `npm run bench -- scale`. */
export type RunCosts = {
  rows: number;
  bytes: number;
  transactions: number;
  flushes: number;
  notices: number;
  databaseMs: number;
  workerMs: number;
};

export type Constants = {
  runs: Readonly<Record<string, RunCosts>>;
  connectionsOfWorker: number;
  /** Cost for the database, per listener. */
  noticeMs: number;
  /** Processor time of the database per claim, by the number of running jobs. */
  claims: readonly (readonly [underWay: number, ms: number])[];
  idle: { transactions: number; databaseMs: number };
};

export function constantsOf({ figures }: Result): Constants {
  const value = (name: RegExp, what: string): number =>
    quantile(
      figures.filter((one) => name.test(one.name) && one.what === what).map((one) => one.value),
      0.5,
    );
  const costsOf = (name: string): RunCosts => {
    // One worker flushes alone and has the processor to itself; the rest is the same for any number.
    const [alone, any] = [new RegExp(`^${name}, 1 worker$`), new RegExp(`^${name}, `)];
    return {
      rows: value(any, "rows written a run"),
      bytes: value(any, "log a run"),
      transactions: value(any, "transactions a run"),
      flushes: value(alone, "syncs a run"),
      notices: value(alone, "notices a run"),
      databaseMs: value(alone, "processor time of Postgres a run"),
      workerMs: value(alone, "processor time of workers a run"),
    };
  };
  const idle = /nothing to do/;
  return {
    runs: Object.fromEntries(["3 reads", "3 writes"].map((name) => [name, costsOf(name)])),
    connectionsOfWorker: value(/, 1 worker$/, "connections"),
    noticeMs: value(/^a notice/, "processor time") / 1000,
    claims: figures
      .filter(({ name, what }) => name.startsWith("a claim") && what === "processor time")
      .map((one) => [underWayOf(one), one.value]),
    idle: { transactions: value(idle, "transactions"), databaseMs: value(idle, "processor time") },
  };
}

function underWayOf({ name }: Figure): number {
  return Number(/\d+/.exec(name)?.[0] ?? 0);
}

/** Linear interpolation and extrapolation of measured points. */
export function claimMs({ claims }: Constants, underWay: number): number {
  const above = claims.findIndex(([count]) => count >= underWay);
  const to = above === -1 ? claims.length - 1 : Math.max(1, above);
  const [low, high] = [claims[to - 1], claims[to]];
  if (low === undefined || high === undefined) return claims[0]?.[1] ?? 0;
  const slope = Math.max(0, (high[1] - low[1]) / (high[0] - low[0]));
  return Math.max(0, low[1] + slope * (underWay - low[0]));
}
