import { availableParallelism, cpus, totalmem } from "node:os";
import { performance } from "node:perf_hooks";

export type Candidate = { name: string; run: () => unknown };
export type Measured = {
  name: string;
  /** Median of the rounds, microseconds a call. */
  us: number;
  /** Median of the rounds' ratios to the first candidate. */
  ratio: number;
  /** The middle half of the ratios. */
  spread: readonly [low: number, high: number];
};

/**
 * Times the candidates against the first one. Every round runs each of them once, one after the other, so that whatever
 * else the machine does falls on all; the ratio of a round is taken inside the round.
 */
export function compare(candidates: readonly Candidate[], rounds = 101): Measured[] {
  const calls = candidates.map(({ run }) => callsPerRound(run));
  const times = candidates.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, { run }] of candidates.entries()) times[at]?.push(timeOf(run, calls[at] ?? 1));
  }
  const base = times[0] ?? [];
  return candidates.map(({ name }, at) => {
    const own = times[at] ?? [];
    const ratios = own.map((time, round) => time / (base[round] ?? Number.NaN));
    return {
      name,
      us: quantile(own, 0.5),
      ratio: quantile(ratios, 0.5),
      spread: [quantile(ratios, 0.25), quantile(ratios, 0.75)] as const,
    };
  });
}

const roundMs = 3;

/** Warms the function up and finds how many calls fill a round. */
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

export type Machine = { cpu: string; cores: number; memoryGb: number; node: string; platform: string };

export function machine(): Machine {
  return {
    cpu: cpus()[0]?.model ?? "unknown",
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
  };
}

/** A part of a report: rows of one shape, and what they must keep, where there is a limit. */
export type Section = { title: string; rows: readonly Readonly<Record<string, string | number>>[]; verdict?: string };

/** Prints the sections for a person, or with `--json` as one object. */
export function print(sections: readonly Section[], args: readonly string[]): void {
  if (args.includes("--json")) {
    console.log(JSON.stringify({ machine: machine(), sections }, null, 2));
    return;
  }
  const { cpu, cores, memoryGb, node, platform } = machine();
  console.log(`${cpu}, ${cores} cores, ${memoryGb} GB, Node ${node}, ${platform}`);
  for (const { title, rows, verdict } of sections) {
    console.log(`\n${title}`);
    console.table(rows);
    if (verdict !== undefined) console.log(verdict);
  }
}

export function comparisonRows(measured: readonly Measured[]): Section["rows"] {
  return measured.map(({ name, us, ratio, spread: [low, high] }) => ({
    name,
    "µs a call": round(us),
    ratio: round(ratio),
    "middle half": `${low.toFixed(2)}..${high.toFixed(2)}`,
  }));
}

export function round(value: number): number {
  return Math.round(value * 100) / 100;
}
