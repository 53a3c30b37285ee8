import type { TimeTrigger } from "../../../contracts/react/trigger.ts";
import type { Schedule } from "./schedule.ts";

/** A slot older than this is late. */
const graceMs = 60_000;
/** Slots decided per round; the rest follow in the next. */
const mostSlots = 500;

export type DueSlot = { at: number; verdict: "run" | "missed" | "quiet" };

type DueSlots = {
  /** In order; those to run, and those that are only recorded. */
  slots: readonly DueSlot[];
  /** When to check again. */
  nextAt: number | undefined;
};

type CatchupRules = Pick<TimeTrigger, "catchup" | "catchup_window_minutes">;

/** The slots since the last decided one, and which of them still run. */
export function dueSlots(schedule: Schedule, rules: CatchupRules, span: { after: number; now: number }): DueSlots {
  const { after, now } = span;
  const { catchup, catchup_window_minutes: windowMinutes = Infinity } = rules;
  const slots: number[] = [];
  let next = schedule.next(after);
  while (next !== undefined && schedule.startOf(next) <= now && slots.length < mostSlots) {
    slots.push(next);
    next = schedule.next(next);
  }
  const nextAt = next === undefined ? undefined : schedule.startOf(next);
  const latest = slots.at(-1);
  const isMissed = (at: number): boolean => {
    const lateMs = now - schedule.startOf(at);
    if (lateMs <= graceMs) return false;
    if (lateMs > windowMinutes * 60_000) return true;
    return catchup !== "all" && (catchup === "none" || at !== latest || (nextAt ?? Infinity) <= now);
  };
  const verdictOf = (at: number): DueSlot["verdict"] =>
    schedule.isQuiet(at) ? "quiet" : isMissed(at) ? "missed" : "run";
  return { slots: slots.map((at) => ({ at, verdict: verdictOf(at) })), nextAt };
}
