import { compact } from "../../plan/compact.ts";
import type { AgentProfile } from "../../contracts/react/agent-profile.ts";
import type { OverlapPolicy } from "../../contracts/react/trigger.ts";
import type { Agent } from "../profile/agent.ts";
import { type AgentState, maxRemembered } from "./agent-state.ts";
import { dayOf, nextDayAt } from "../triggers/time/wall-clock.ts";

/** Why an agent does not run now. At `until` the reason ends by itself. */
type AdmissionRefusal = {
  reason: "disabled" | "quota" | "interval" | "overlap" | "budget" | "goal";
  detail?: string;
  limit?: number;
  until?: number;
};

/** `replace`: it waits until the runs in progress are cancelled. */
export type Admission =
  | { kind: "run" }
  | { kind: "wait" }
  | { kind: "replace" }
  | ({ kind: "skip" } & AdmissionRefusal);

/** Maximum number of firings that wait for an agent; more are skipped, as with `overlap: skip`. */
const longestLine: Readonly<Partial<Record<OverlapPolicy, number>>> = { queue: 100, queue_one: 1 };

type AdmissionRequest = { overlap: OverlapPolicy; isForced?: boolean; now: number };

/** Whether an agent may run now, by its own limits. A forced run ignores quota and interval, never concurrency. */
export function admit(
  { profile, zone }: Agent,
  state: AgentState,
  { overlap, isForced = false, now }: AdmissionRequest,
): Admission {
  const { max_runs_per_day, min_interval_seconds, max_concurrent_runs } = profile.limits;
  if (!isForced && !(state.enabled ?? profile.enabled))
    return { kind: "skip", reason: "disabled", ...compact({ detail: state.pause?.note }) };
  if (!isForced && runsOn(state, dayOf(now, zone)) >= max_runs_per_day)
    return { kind: "skip", reason: "quota", limit: max_runs_per_day, until: nextDayAt(now, zone) };
  const isBusy = state.active.length >= max_concurrent_runs;
  const isFree = state.active.length === 0 && state.waiting.length === 0;
  const longest = longestLine[overlap];
  // Queued before the interval is checked: the interval is checked again when the turn of the firing comes.
  if (longest !== undefined && (isBusy || state.waiting.length > 0))
    return state.waiting.length < longest
      ? { kind: "wait" }
      : { kind: "skip", reason: "overlap", limit: max_concurrent_runs };
  const replaces = overlap === "cancel_other" && !isFree;
  if ((isBusy && !replaces) || (overlap === "skip" && state.active.length > 0 && !isForced))
    return { kind: "skip", reason: "overlap", limit: max_concurrent_runs };
  // Nothing is cancelled for a firing that may not start.
  const readyAt = isForced ? undefined : notBefore(profile, state, now);
  if (readyAt !== undefined) return { kind: "skip", reason: "interval", limit: min_interval_seconds, until: readyAt };
  return { kind: replaces ? "replace" : "run" };
}

/** When the interval after the latest starts ends; undefined if it has ended. */
export function notBefore({ limits }: AgentProfile, { starts }: AgentState, now: number): number | undefined {
  const intervalMs = limits.min_interval_seconds * 1000;
  // A clock that went back must not lock the agent out: a start far in the future is not a start.
  const near = starts.filter((start) => Math.abs(now - start) < intervalMs);
  return near.length === 0 ? undefined : Math.max(...near) + intervalMs;
}

/** The state once the run has started. */
export function started(agent: Agent, state: AgentState, { runId, now }: { runId: string; now: number }): AgentState {
  const date = dayOf(now, agent.zone);
  const days = { ...state.days, [date]: runsOn(state, date) + 1 };
  return {
    ...state,
    starts: [...state.starts, now].slice(-maxRemembered),
    days: Object.fromEntries(Object.entries(days).slice(-maxRemembered)),
    active: [...state.active, runId],
  };
}

export function runsOn({ days }: AgentState, date: string): number {
  return days[date] ?? 0;
}
