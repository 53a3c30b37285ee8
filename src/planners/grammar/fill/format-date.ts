import type { Candidate } from "../../../language/spans/candidate.ts";
import type { Moment } from "../../../language/language.ts";
import type { Hints } from "../profile/hints.ts";

type DateHints = Pick<Hints, "dateFormat" | "clock" | "period">;

const pad = (value: number | undefined, width = 2): string => String(value ?? 0).padStart(width, "0");

/** A moment in the letters of a format: YYYY, MM, DD, HH, mm, ss. */
export function formatMoment(moment: Moment, format: string): string {
  return format
    .replace("YYYY", pad(moment.year, 4))
    .replace(/^YY(?!Y)|(?<!Y)YY$/, pad((moment.year ?? 0) % 100))
    .replace("HH:mm:ss", `${pad(moment.hour)}:${pad(moment.minute)}:${pad(moment.second)}`)
    .replace("HH:mm", `${pad(moment.hour)}:${pad(moment.minute)}`)
    .replace("MM", pad(moment.month))
    .replace("DD", pad(moment.day));
}

/** Which end of a range a parameter wants, in its format; without a format the words stay as they were said. */
export function dateText(candidate: Candidate, hints: DateHints, end: "start" | "end"): string | undefined {
  const date = candidate.date;
  if (date === undefined) return undefined;
  const format = hints.clock && !date.certain.date && date.certain.time ? "HH:mm" : hints.dateFormat;
  const moment = end === "end" && date.end !== undefined ? date.end : date.start;
  if (format === undefined)
    return /\d{4}/.test(candidate.text) && date.certain.year && date.certain.day
      ? formatMoment(moment, date.certain.time ? "YYYY-MM-DDTHH:mm:ss" : "YYYY-MM-DD")
      : candidate.text;
  // A timestamp with its zone is passed on as it was written.
  if (/^\d{4}-\d\d-\d\dT/.test(candidate.text) && format.startsWith("YYYY-MM-DDTHH")) return candidate.text;
  const wantsTime = format.includes("HH");
  const wantsDate = format.includes("DD") || format.includes("YYYY");
  if (wantsTime && !wantsDate && !date.certain.time) return undefined;
  if (wantsDate && !date.certain.date) return undefined;
  if (format.includes("DD") && date.certain.month === true) return undefined;
  if (hints.period !== undefined && date.end !== undefined)
    return [date.start, date.end].map((one) => formatMoment(one, format)).join(hints.period);
  return formatMoment(moment, format);
}
