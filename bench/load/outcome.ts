import { quantile } from "../measure.ts";

/** A phase of load at one rate, in requests per second. */
export type Phase = { rate: number; seconds: number };

/** One request with the second of its phase in which it was scheduled. Status 0: the connection broke or timed out. */
export type Sample = { second: number; ms: number; status: number };

export type SecondOutcome = { good: number; shed: number; p99: number };

/** A later answer counts as a timeout. */
export const settleWaitMs = 1_000;

/** The result of a phase. Latencies include all answers that were not rejections, also late ones. */
export type Outcome = Phase & {
  statuses: Record<string, number>;
  /** Successful answers within `sustainedMs`. */
  good: number;
  /** The same, later. */
  late: number;
  /** Rejected with 429 or 503. */
  shed: number;
  /** All other failures. */
  wrong: number;
  p50: number;
  p99: number;
  p999: number;
  /** Delay of the sender itself: above a few milliseconds the sender was the bottleneck. */
  late99: number;
  each: SecondOutcome[];
};

export function outcomeOf(phase: Phase, samples: readonly Sample[], lateMs: readonly number[]): Outcome {
  const answered = samples.filter(isAnswered);
  const good = answered.filter(({ ms }) => ms <= settleWaitMs);
  const shed = samples.filter(isShed);
  const ms = Float64Array.from(answered, (one) => one.ms).sort();
  const at = (part: number): number => ms[Math.min(ms.length - 1, Math.floor(part * ms.length))] ?? Number.NaN;
  const seconds = Map.groupBy(samples, ({ second }) => second);
  const statuses = Map.groupBy(samples, ({ status }) => (status === 0 ? "broken" : String(status)));
  return {
    ...phase,
    statuses: Object.fromEntries([...statuses].map(([status, own]) => [status, own.length])),
    good: good.length,
    late: answered.length - good.length,
    shed: shed.length,
    wrong: samples.length - answered.length - shed.length,
    p50: at(0.5),
    p99: at(0.99),
    p999: at(0.999),
    late99: quantile(lateMs, 0.99),
    each: Array.from({ length: Math.ceil(phase.seconds) }, (_, second) => secondOf(seconds.get(second) ?? [])),
  };
}

function secondOf(samples: readonly Sample[]): SecondOutcome {
  const answered = samples.filter(isAnswered);
  const p99 = quantile(
    answered.map(({ ms }) => ms),
    0.99,
  );
  const good = answered.filter(({ ms }) => ms <= settleWaitMs).length;
  return { good, shed: samples.filter(isShed).length, p99: answered.length === 0 ? 0 : p99 };
}

function isAnswered({ status }: Sample): boolean {
  return status >= 200 && status < 300;
}

function isShed({ status }: Sample): boolean {
  return status === 429 || status === 503;
}
