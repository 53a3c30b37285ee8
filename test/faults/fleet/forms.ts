import type { FaultKind } from "./chaos/fault.ts";

const everyKind: readonly FaultKind[] = [
  "kill",
  "kill",
  "restart",
  "pause",
  "pause_past_lease",
  "skew",
  "cut",
  "cut_redis",
  "refuse",
  "stall",
  "delay",
  "postgres_restart",
  "postgres_crash",
  "redis_crash",
  "redis_flush",
  "redis_freeze",
  "redis_full",
  "redis_slow",
  "burst",
];

/** On command, for the given time. */
export const longForm = { everyMs: 4_000, leaseSeconds: 4, kinds: everyKind, clients: 6, restMs: 90_000 } as const;

/** A part of every test run: few faults, but each of a kind that has hurt before. */
export const shortForm = {
  lastsMs: 12_000,
  everyMs: 1_500,
  leaseSeconds: 2,
  engine: "bullmq",
  kinds: [
    "kill",
    "pause_past_lease",
    "postgres_crash",
    "cut",
    "kill",
    "redis_crash",
    "redis_flush",
    "skew",
  ] satisfies FaultKind[],
  clients: 4,
  restMs: 60_000,
};
