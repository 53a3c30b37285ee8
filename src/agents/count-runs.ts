import type { Agent } from "./profile/agent.ts";
import { dayOf, nextDayAt } from "./triggers/time/wall-clock.ts";

const dayMs = 86_400_000;
export const monthDays = 30;

/** Runs of the next 30 days, if the agent is enabled: at least those of its schedules, at most what its limits allow. */
export function countRuns(agent: Agent, now: number): { least: number; most: number } {
  const day = dayOf(now, agent.zone);
  const known = counted.get(agent);
  const least = known?.day === day ? known.least : countSlots(agent, now);
  counted.set(agent, { day, least });
  const isScheduledOnly = agent.triggers.every(({ kind }) => kind === "time");
  return { least, most: isScheduledOnly ? least : Math.max(least, mostRuns(agent)) };
}

/** A schedule of every minute has 43,200 slots: they are counted once a day. */
const counted = new WeakMap<Agent, { day: string; least: number }>();

function mostRuns({ profile: { limits } }: Agent): number {
  const { max_runs_per_day: perDay, min_interval_seconds: seconds } = limits;
  const byInterval = seconds === 0 ? Infinity : Math.ceil((monthDays * dayMs) / (seconds * 1000));
  return Math.min(perDay * monthDays, byInterval);
}

/** Slots over all schedules that the daily quota and the interval let start. */
function countSlots({ triggers, profile, zone }: Agent, now: number): number {
  const { max_runs_per_day: perDay, min_interval_seconds: seconds } = profile.limits;
  const schedules = triggers.flatMap((armed) => (armed.kind === "time" ? [armed.schedule] : []));
  const until = now + monthDays * dayMs;
  let [count, today, dayEnds, last] = [0, 0, nextDayAt(now, zone), -Infinity];
  for (let at = now; ;) {
    const next = schedules.flatMap((schedule) => schedule.next(at) ?? []).toSorted((a, b) => a - b)[0];
    if (next === undefined || next >= until) return count;
    at = next;
    if (at >= dayEnds) [today, dayEnds] = [0, nextDayAt(at, zone)];
    const isSkipped = schedules.every((schedule) => schedule.isQuiet(next));
    if (isSkipped || at - last < seconds * 1000) continue;
    [count, today, last] = [count + 1, today + 1, at];
    // The rest of the day is over the quota.
    if (today >= perDay) at = dayEnds - 1;
  }
}
