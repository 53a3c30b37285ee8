/** What is done to the fleet, by kind. Those with a time last so long and are then healed. */
export type Fault =
  | { kind: "kill"; member: string }
  | { kind: "restart"; member: string }
  | { kind: "pause" | "pause_past_lease"; member: string; forMs: number }
  | { kind: "skew"; member: string; byMs: number; forMs: number }
  | { kind: "cut" | "cut_redis"; member: string }
  | { kind: "refuse" | "stall"; member: string; forMs: number }
  | { kind: "delay"; member: string; byMs: number; forMs: number }
  | { kind: "postgres_restart" | "postgres_crash" | "redis_crash" | "redis_flush" }
  | { kind: "redis_freeze" | "redis_full"; forMs: number }
  | { kind: "redis_slow"; byMs: number; forMs: number }
  | { kind: "burst"; runs: number; events: number };
export type FaultKind = Fault["kind"];

export type TimedFault = { atMs: number; fault: Fault };

export function sayFault({ atMs, fault: { kind, ...how } }: TimedFault): string {
  const words = Object.entries(how).map(([name, value]) => `${name}=${value}`);
  return [`${(atMs / 1000).toFixed(1).padStart(6)} s`, kind, ...words].join(" ");
}
