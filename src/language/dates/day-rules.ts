import * as calendar from "./calendar-rules.ts";
import type { DayFound } from "./calendar-rules.ts";
import * as periods from "./period-rules.ts";
import type { Scan } from "./scan.ts";

type Rule = (scan: Scan, at: number) => DayFound | undefined;

/** All ways to say a day or several. */
const rules: readonly Rule[] = [
  calendar.relativeDay,
  calendar.fixedDay,
  calendar.numericDay,
  calendar.dayAndMonth,
  calendar.monthAndDay,
  calendar.monthAlone,
  calendar.weekday,
  calendar.dayOfMonth,
  calendar.yearAlone,
  periods.shifted,
  periods.rolling,
  periods.within,
  periods.edge,
  periods.edgeOfNow,
  periods.period,
  periods.quarter,
  periods.weekend,
];

/** The longest reading at a place wins. */
export function dayAt(scan: Scan, at: number): DayFound | undefined {
  const known = scan.days[at] ?? (scan.days[at] = longestAt(scan, at) ?? "none");
  return known === "none" ? undefined : known;
}

function longestAt(scan: Scan, at: number): DayFound | undefined {
  let best: DayFound | undefined;
  for (const rule of rules) {
    const found = rule(scan, at);
    if (found !== undefined && found.next > (best?.next ?? at)) best = found;
  }
  return best;
}
