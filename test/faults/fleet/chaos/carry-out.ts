import { setTimeout as pause } from "node:timers/promises";
import type { Installation } from "../installation.ts";
import type { Member } from "../member.ts";
import { flushRedis, limitRedis } from "./redis-commands.ts";
import { type Fault, sayFault, type TimedFault } from "./fault.ts";

export type ChaosParts = {
  installation: Installation;
  /** Fills the queues. */
  burst: (fault: Extract<Fault, { kind: "burst" }>) => void;
  note: (what: string) => void;
  signal: AbortSignal;
};

/** Carries the plan out at its times; faults overlap. Resolves when the last has been healed. */
export async function carryOutChaos(plan: readonly TimedFault[], parts: ChaosParts): Promise<void> {
  const startedAt = Date.now();
  const under: Promise<void>[] = [];
  // One server has one life at a time.
  const lines = new Map<string, Promise<void>>();
  for (const timed of plan) {
    const left = startedAt + timed.atMs - Date.now();
    if (left > 0) await pause(left, undefined, { signal: parts.signal }).catch(() => undefined);
    if (parts.signal.aborted) break;
    parts.note(sayFault(timed));
    const line = lineOf(timed.fault);
    const done = (lines.get(line) ?? Promise.resolve()).then(() => inflict(timed.fault, parts));
    lines.set(line, done);
    under.push(done);
  }
  await Promise.all(under);
}

/** Nothing is wrong with anything any more. */
export function healAll({ members }: Installation): void {
  for (const member of members) {
    member.resume();
    member.skew(0);
    member.postgres.heal();
    member.redis.heal();
  }
}

function lineOf(fault: Fault): string {
  if ("member" in fault) return `${fault.member} ${groups[fault.kind]}`;
  return fault.kind.split("_")[0] ?? fault.kind;
}

/** What is done to a process, to its clock and to its connections goes on side by side, each in turn. */
const groups: Readonly<Record<Extract<Fault, { member: string }>["kind"], string>> = {
  kill: "process",
  restart: "process",
  pause: "process",
  pause_past_lease: "process",
  skew: "clock",
  cut: "postgres",
  refuse: "postgres",
  stall: "postgres",
  delay: "postgres",
  cut_redis: "redis",
};

async function inflict(fault: Fault, { installation, burst, signal }: ChaosParts): Promise<void> {
  const { postgres, redis, members } = installation;
  const forAWhile = async (forMs: number, begin: () => void, end: () => void): Promise<void> => {
    begin();
    await pause(forMs, undefined, { signal }).catch(() => undefined);
    end();
  };
  switch (fault.kind) {
    case "postgres_restart":
      return postgres.restart?.("fast");
    case "postgres_crash":
      return postgres.restart?.("immediate");
    case "redis_crash":
      return redis.restart();
    case "redis_flush":
      return flushRedis(redis.url);
    case "redis_freeze":
      return forAWhile(
        fault.forMs,
        () => redis.signal("SIGSTOP"),
        () => redis.signal("SIGCONT"),
      );
    case "redis_full":
      await limitRedis(redis.url, 1);
      await forAWhile(
        fault.forMs,
        () => undefined,
        () => undefined,
      );
      return limitRedis(redis.url, 0);
    case "redis_slow":
      return forAWhile(
        fault.forMs,
        () => members.forEach((member) => member.redis.delay(fault.byMs)),
        () => members.forEach((member) => member.redis.heal()),
      );
    case "burst":
      return burst(fault);
    default: {
      const member = members.find(({ name }) => name === fault.member);
      return member === undefined ? undefined : hurt(member, fault, forAWhile);
    }
  }
}

type ForDuration = (forMs: number, begin: () => void, end: () => void) => Promise<void>;

function hurt(member: Member, fault: Extract<Fault, { member: string }>, forAWhile: ForDuration): Promise<void> | void {
  const { postgres, redis } = member;
  const heal = (): void => postgres.heal();
  switch (fault.kind) {
    case "kill":
      return member.kill();
    case "restart":
      return member.restart();
    case "pause":
    case "pause_past_lease":
      return forAWhile(
        fault.forMs,
        () => member.pause(),
        () => member.resume(),
      );
    case "skew":
      return forAWhile(
        fault.forMs,
        () => member.skew(fault.byMs),
        () => member.skew(0),
      );
    case "cut":
      return postgres.cut();
    case "cut_redis":
      return redis.cut();
    case "refuse":
      return forAWhile(fault.forMs, () => postgres.refuse(), heal);
    case "stall":
      return forAWhile(fault.forMs, () => postgres.stall(), heal);
    case "delay":
      return forAWhile(fault.forMs, () => postgres.delay(fault.byMs), heal);
    default:
      return fault satisfies never;
  }
}
