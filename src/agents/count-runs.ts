import { setImmediate } from "node:timers/promises";
import type { Agent } from "./profile/agent.ts";
import { nextDayAt } from "./triggers/time/wall-clock.ts";

const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;
export const monthDays = 30;

/** Runs of the next 30 days, if the agent is enabled: at least those of its schedules, at most what its limits allow. */
export async function countRuns(agent: Agent, now: number): Promise<{ least: number; most: number }> {
  const least = await countSlots(agent, now);
  const isScheduledOnly = agent.triggers.every(({ kind }) => kind === "time");
  return { least, most: isScheduledOnly ? least : Math.max(least, mostRuns(agent)) };
}

function mostRuns({ profile: { limits } }: Agent): number {
  const { max_runs_per_day: perDay, min_interval_seconds: seconds } = limits;
  const byInterval = seconds === 0 ? Infinity : Math.ceil((monthDays * dayMs) / (seconds * 1000));
  return Math.min(perDay * monthDays, byInterval);
}

/** Slots over all schedules that the daily quota and the interval let start. */
async function countSlots({ triggers, profile, zone }: Agent, now: number): Promise<number> {
  const { max_runs_per_day: perDay, min_interval_seconds: seconds } = profile.limits;
  const from = Math.floor(now / minuteMs) * minuteMs + minuteMs;
  const hasSlot = new Uint8Array(monthDays * 1440);
  for (const armed of triggers) {
    if (armed.kind !== "time") continue;
    armed.schedule.mark(hasSlot, from);
    // Other requests are served between the schedules of an agent that has many.
    await setImmediate();
  }
  let [count, today, dayEnds, last] = [0, 0, nextDayAt(now, zone), -Infinity];
  for (let minute = hasSlot.indexOf(1); minute !== -1; minute = hasSlot.indexOf(1, minute + 1)) {
    const at = from + minute * minuteMs;
    if (at >= dayEnds) [today, dayEnds] = [0, nextDayAt(at, zone)];
    if (today < perDay && at - last >= seconds * 1000) [count, today, last] = [count + 1, today + 1, at];
  }
  return count;
}
