import { stateNameOf } from "../../../language/english/gazetteer.ts";
import type { Moment } from "../../../language/language.ts";
import type { Draft } from "../choose/draft.ts";
import { formatMoment } from "./format-date.ts";
import { isTimeUnit } from "./measure.ts";
import type { Sheet } from "./sheet.ts";
import { wordTable } from "../../../language/words/word-table.ts";

/** Values nobody says because they follow from others: the state of a city, the end of a stay. */
export function infer(sheet: Sheet, draft: Draft): Draft {
  const chosen = new Map(draft.fill.chosen);
  for (const [i, param] of draft.fill.offers.params.entries()) {
    if (!param.required || chosen.has(i)) continue;
    const value = param.nameStems.includes("state")
      ? stateOf(draft)
      : param.hints.date && param.hints.end === "end"
        ? endOf(sheet, draft, param.hints.dateFormat)
        : undefined;
    if (value !== undefined) chosen.set(i, { score: 1, value, start: -1, end: -1, kind: "identifier" });
  }
  return chosen.size === draft.fill.chosen.size ? draft : { ...draft, fill: { ...draft.fill, chosen } };
}

function stateOf(draft: Draft): string | undefined {
  for (const scored of draft.fill.chosen.values()) {
    const name = typeof scored.value === "string" ? stateNameOf(scored.value) : undefined;
    if (name !== undefined) return name;
  }
  return undefined;
}

const days = wordTable<number>({ day: 1, week: 7 });

/** Start and length give the end. */
function endOf(sheet: Sheet, draft: Draft, format: string | undefined): string | undefined {
  const start = [...draft.fill.chosen].find(([i]) => draft.fill.offers.params[i]?.hints.end === "start")?.[1];
  const moment = start?.candidate?.date?.start;
  const length = lengthIn(sheet, draft);
  if (moment?.year === undefined || moment.month === undefined || moment.day === undefined || length === undefined)
    return undefined;
  return formatMoment(shifted(moment, length), format ?? "YYYY-MM-DD");
}

function lengthIn(sheet: Sheet, draft: Draft): number | undefined {
  const inside = sheet.reading.candidates.filter(
    (candidate) => candidate.start >= draft.range.from && candidate.end <= draft.range.to,
  );
  const found = inside.find(
    (candidate) =>
      candidate.kind === "number" &&
      isTimeUnit(candidate.unit) &&
      days[candidate.unit ?? ""] !== undefined &&
      candidate.implied !== true,
  );
  return found === undefined || typeof found.value !== "number"
    ? undefined
    : found.value * (days[found.unit ?? ""] ?? 0);
}

function shifted(moment: Moment, by: number): Moment {
  const date = new Date(Date.UTC(moment.year ?? 1970, (moment.month ?? 1) - 1, (moment.day ?? 1) + by));
  return { ...moment, year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}
