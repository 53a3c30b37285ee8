import { quantile } from "../measure.ts";

/** A stretch of load at one rate, in requests a second. */
export type Phase = { rate: number; seconds: number };

/** One request, by the second of its phase it was to be sent in. Status 0 is a connection that broke or took too long. */
export type Sample = { second: number; ms: number; status: number };

export type Second = { good: number; shed: number; p99: number };

/** An answer that comes later than this is of no use to who asked. */
export const settleWaitMs = 1_000;

/** What came of a phase. Latencies are those of all answers that were not refusals, late ones among them. */
export type Outcome = Phase & {
  statuses: Record<string, number>;
  /** Answered as asked, within `sustainedMs`. */
  good: number;
  /** The same, later. */
  late: number;
  /** Turned away with 429 or 503. */
  shed: number;
  /** Anything else that was not good. */
  wrong: number;
  p50: number;
  p99: number;
  p999: number;
  /** How late the sender itself was: above a few milliseconds it, and not the server, was the limit. */
  late99: number;
  each: Second[];
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

function secondOf(samples: readonly Sample[]): Second {
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
