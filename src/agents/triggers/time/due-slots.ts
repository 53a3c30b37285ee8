import type { CatchupPolicy } from "../../../contracts/react/trigger.ts";
import type { Schedule } from "./schedule.ts";

/** A slot older than this is late. */
const graceMs = 60_000;
/** Slots decided per round; the rest follow in the next. */
const mostSlots = 500;

type DueSlots = {
  /** In order; those to run, and those that are recorded as missed. */
  slots: readonly { at: number; isMissed: boolean }[];
  /** When to check again. */
  nextAt: number | undefined;
};

/** The slots since the last decided one, and which of them still run. */
export function dueSlots(schedule: Schedule, catchup: CatchupPolicy, span: { after: number; now: number }): DueSlots {
  const { after, now } = span;
  const slots: number[] = [];
  let nextAt = schedule.next(after);
  while (nextAt !== undefined && nextAt <= now && slots.length < mostSlots) {
    slots.push(nextAt);
    nextAt = schedule.next(nextAt);
  }
  const latest = slots.at(-1);
  const isMissed = (at: number): boolean => {
    if (now - at <= graceMs || catchup === "all") return false;
    return catchup === "none" || at !== latest || (nextAt ?? Infinity) <= now;
  };
  return { slots: slots.map((at) => ({ at, isMissed: isMissed(at) })), nextAt };
}
