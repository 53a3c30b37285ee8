import type { Day } from "../../../language/dates/calendar.ts";
import { timePieces } from "../../../language/dates/pieces.ts";
import { tokenize } from "../../../language/tokenize.ts";
import { dayMs, type Local, type Period, type Unit, type When } from "./when.ts";

/** Something about time that was said, with its place in the text. */
type Timed = { from: number; to: number } & (
  | { is: "when"; when: When }
  | { is: "time"; minutes: number }
  | { is: "span"; count: number; unit: Unit }
);

/** Dates, times of day and lengths of time, in text order; none overlaps another. */
export function timesOf(text: string, now: Local): Timed[] {
  return timePieces(tokenize(text), { now: new Date(now).toISOString(), zone: "UTC" }).map(
    ({ from, to, ...piece }): Timed => {
      if (piece.is === "clock") return { from, to, is: "time", minutes: piece.minutes };
      if (piece.is === "days")
        return {
          from,
          to,
          is: "when",
          when: { ahead: periodOf(piece), ...(piece.earlier && { earlier: periodOf(piece.earlier) }) },
        };
      const [count, unit] = piece.unit === "quarter" ? [piece.count * 3, "month" as const] : [piece.count, piece.unit];
      return { from, to, is: "span", count, unit };
    },
  );
}

function periodOf({ first, last }: { first: Day; last: Day }): Period {
  return { from: localOf(first), to: localOf(last) + dayMs };
}

function localOf({ year, month, day }: Day): Local {
  return Date.UTC(year, month - 1, day);
}
