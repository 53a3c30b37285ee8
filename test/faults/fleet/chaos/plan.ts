import type { Fault, FaultKind, TimedFault } from "./fault.ts";

export type ChaosOptions = {
  lastsMs: number;
  /** From one fault to the next, on average. */
  everyMs: number;
  leaseMs: number;
  members: readonly string[];
  /** Each kind comes once before any comes again. */
  kinds: readonly FaultKind[];
  chance: (below: number) => number;
};

/** Everything that will be done, worked out before any of it is: the same seed is the same plan. */
export function planChaos(options: ChaosOptions): TimedFault[] {
  const { lastsMs, everyMs, kinds, chance } = options;
  const faults: TimedFault[] = [];
  let deck: FaultKind[] = [];
  for (let atMs = everyMs / 2; atMs < lastsMs; atMs += everyMs / 2 + chance(everyMs)) {
    if (deck.length === 0) deck = [...kinds];
    const [kind] = deck.splice(chance(deck.length), 1);
    if (kind !== undefined) faults.push({ atMs: Math.round(atMs), fault: faultOf(kind, options) });
  }
  return faults;
}

function faultOf(kind: FaultKind, { members, leaseMs, chance }: ChaosOptions): Fault {
  const member = members[chance(members.length)] ?? "";
  switch (kind) {
    case "kill":
    case "restart":
    case "cut":
    case "cut_redis":
      return { kind, member };
    case "pause":
      return { kind, member, forMs: 300 + chance(leaseMs / 2) };
    case "pause_past_lease":
      return { kind, member, forMs: leaseMs * 1.5 + chance(leaseMs * 2) };
    case "skew": {
      // To either side, beyond the lease and the minute that slots count by.
      const byMs = (5_000 + chance(115_000)) * (chance(2) === 0 ? 1 : -1);
      return { kind, member, byMs, forMs: 2_000 + chance(8_000) };
    }
    case "refuse":
    case "stall":
      return { kind, member, forMs: 500 + chance(leaseMs * 2) };
    case "delay":
      return { kind, member, byMs: 20 + chance(400), forMs: 1_000 + chance(5_000) };
    case "postgres_restart":
    case "postgres_crash":
    case "redis_crash":
    case "redis_flush":
      return { kind };
    case "redis_freeze":
    case "redis_full":
      return { kind, forMs: 500 + chance(leaseMs * 2) };
    case "redis_slow":
      return { kind, byMs: 20 + chance(400), forMs: 1_000 + chance(5_000) };
    case "burst":
      return { kind, runs: 20 + chance(40), events: 20 + chance(40) };
    default:
      return kind satisfies never;
  }
}
