import { type Figure, figure } from "../figure.ts";
import type { Counts } from "../fleet/database-costs.ts";
import { quantile, ratiosOf } from "../measure.ts";
import { ours } from "./contender.ts";
import type { DrainRates } from "./slices.ts";

type ByName<T> = ReadonlyMap<string, readonly T[]>;

export function rateFigures(workers: number, rounds: ByName<DrainRates>): Figure[] {
  const said = { table: "Jobs a second", unit: "/s", better: "higher" } as const;
  const put = compared({ ...said, name: "put in, 32 transactions at once" }, rounds, (one) => one.putPerSecond);
  const name = `worked off by ${workers} process${workers === 1 ? "" : "es"}`;
  const worked = compared({ ...said, name }, rounds, (one) => one.workedPerSecond);
  return [...(workers === 1 ? put : []), ...worked];
}

/** Worked off under limits of tenants. */
export function limitFigures(workers: number, rounds: ByName<DrainRates>): Figure[] {
  const said = { table: "Jobs a second with a limit of each tenant", unit: "/s", better: "higher" } as const;
  return compared({ ...said, name: `worked off by ${workers} processes` }, rounds, (one) => one.workedPerSecond);
}

/** `rounds` are milliseconds, one of each job. */
export function latencyFigures(rounds: ByName<number[]>, rate: number): Figure[] {
  const said = { table: "From a job's commit to the start of its work", unit: "ms", better: "lower" } as const;
  return [0.5, 0.99].flatMap((part) =>
    compared({ ...said, name: `p${part * 100} at ${rate} jobs a second` }, rounds, (waits) => quantile(waits, part)),
  );
}

export function costFigures(costs: ReadonlyMap<string, Counts>, jobs: number): Figure[] {
  const said = { table: "What a job costs the database, put in and worked off", better: "lower" } as const;
  return [...costs].flatMap(([name, { rowsWritten, walBytes, transactions, cpuMs }]) => [
    figure({ ...said, name, what: "rows written", unit: "" }, rowsWritten / jobs),
    figure({ ...said, name, what: "log", unit: "bytes" }, walBytes / jobs),
    figure({ ...said, name, what: "transactions", unit: "" }, transactions / jobs),
    figure({ ...said, name, what: "processor time", unit: "ms" }, cpuMs / jobs),
  ]);
}

type FigureLabel = Pick<Figure, "table" | "name" | "unit" | "better">;

/** Each one's own figure, and ours to each other's, round by round. */
function compared<T>(said: FigureLabel, rounds: ByName<T>, of: (round: T) => number): Figure[] {
  const own = (rounds.get(ours.name) ?? []).map(of);
  return [...rounds].flatMap(([name, all]) => {
    const samples = all.map(of);
    const its = figure({ ...said, what: name }, samples);
    return name === ours.name
      ? [its]
      : [its, figure({ ...said, what: `to ${name}`, unit: "×" }, ratiosOf(own, samples))];
  });
}
