import { performance } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

export type Candidate = { name: string; run: () => unknown };
export type Comparison = {
  name: string;
  /** Microseconds a call, a number a round. */
  us: number[];
  /** Ratio to the first candidate within each round. */
  ratios: number[];
};

/**
 * Times the candidates against the first one. Every round runs each of them once, one after the other, so that whatever
 * else the machine does falls on all; the ratio of a round is taken inside the round.
 */
export function compare(candidates: readonly Candidate[], rounds = 101): Comparison[] {
  const calls = candidates.map(({ run }) => callsPerRound(run));
  const times = candidates.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, { run }] of candidates.entries()) times[at]?.push(timeOf(run, calls[at] ?? 1));
  }
  return candidates.map(({ name }, at) => ({ name, us: times[at] ?? [], ratios: ratiosOf(times[at], times[0]) }));
}

/** Round by round. */
export function ratiosOf(own: readonly number[] = [], base: readonly number[] = []): number[] {
  return own.map((value, round) => value / (base[round] ?? Number.NaN));
}

const roundMs = 3;

/** Warms up the function and finds how many calls fill a round. */
function callsPerRound(run: () => unknown): number {
  const end = performance.now() + 60 * roundMs;
  let calls = 0;
  for (; performance.now() < end; calls += 1) run();
  return Math.max(1, Math.round(calls / 60));
}

function timeOf(run: () => unknown, calls: number): number {
  const start = performance.now();
  for (let call = 0; call < calls; call += 1) run();
  return ((performance.now() - start) * 1000) / calls;
}

export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
}

/** Milliseconds. */
export async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** The heap in use after garbage collection. */
export function heapMb(): number {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  collect();
  return process.memoryUsage().heapUsed / 2 ** 20;
}
