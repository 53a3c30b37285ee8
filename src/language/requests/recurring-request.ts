import { read } from "../reading.ts";
import { languages } from "../languages.ts";
import type { DateSetting } from "../language.ts";
import type { RecurrenceSpan, Span } from "../spans/span.ts";
import { timesIn } from "../times-in.ts";

/** A request to do something again and again: when, in the words of the request and as five cron fields, and what. */
export type RecurringRequest = { said: string; cron: string; rest: string };

/** "Every Monday at 9 create a task …", "… every day at 18:30". A period inside of a title is no schedule. */
export function recurringRequest(text: string, setting: DateSetting): RecurringRequest | undefined {
  const { spans } = read(text, setting);
  const at = spans.findIndex(({ kind, text: said }) => kind === "recurrence" && /\s/.test(said));
  const span = spans[at];
  if (span === undefined || span.kind !== "recurrence") return undefined;
  const days = weekdaysAfter(spans, at);
  const clock = days.clock ?? clockAfter(text, days.to, setting) ?? bareHourAfter(spans, days.to);
  const end = clock?.to ?? days.to;
  const cron = cronOf({ ...span, weekdays: [...(span.weekdays ?? []), ...days.weekdays] }, clock ?? defaultClock);
  if (cron === undefined) return undefined;
  const said = text.slice(span.from, end);
  const [before, after] = [trim(text.slice(0, span.from)), trim(text.slice(end))];
  if (before === "" && opensRequest(spans.find(({ from }) => from >= end))) return { said, cron, rest: after };
  return after === "" && before !== "" && clock !== undefined ? { said, cron, rest: before } : undefined;
}

const defaultClock = { hour: 9, minute: 0 };

type ClockFound = { hour: number; minute: number; to: number };

/** "… and Thursday at 17:30". */
function weekdaysAfter(spans: readonly Span[], at: number): { to: number; weekdays: number[]; clock?: ClockFound } {
  const weekdays: number[] = [];
  let last = spans[at];
  for (let next = at + 1; next + 1 < spans.length; next += 2) {
    const [link, day] = [spans[next], spans[next + 1]];
    if (link?.kind !== "link" || link.link !== "and" || day?.kind !== "date" || day.granularity !== "day") break;
    weekdays.push(new Date(day.first).getUTCDay());
    last = day;
    const [hour, minute] = day.time?.split(":").map(Number) ?? [];
    if (hour !== undefined && minute !== undefined)
      return { to: day.to, weekdays, clock: { hour, minute, to: day.to } };
  }
  return { to: last?.to ?? 0, weekdays };
}

/** The time of day right behind, read as beside a date. */
function clockAfter(text: string, from: number, setting: DateSetting): ClockFound | undefined {
  const day = "2026-01-05";
  const [found] = timesIn(`${day}${text.slice(from)}`, setting).dates;
  if (found === undefined || found.from !== 0 || found.start.hour === undefined || found.to <= day.length)
    return undefined;
  return { hour: found.start.hour, minute: found.start.minute ?? 0, to: from + found.to - day.length };
}

/** "at 9". */
function bareHourAfter(spans: readonly Span[], from: number): ClockFound | undefined {
  const [at, hour] = spans.filter((span) => span.from >= from);
  if (at?.kind !== "filler" || hour?.kind !== "number" || !/^\d{1,2}$/.test(hour.text) || hour.value > 23)
    return undefined;
  return { hour: hour.value, minute: 0, to: hour.to };
}

function cronOf(
  { every, count, weekdays = [] }: Pick<RecurrenceSpan, "every" | "count" | "weekdays">,
  { hour, minute }: { hour: number; minute: number },
): string | undefined {
  const clock = `${minute} ${hour}`;
  if (every === "hour") return count === 1 ? "0 * * * *" : 24 % count === 0 ? `0 */${count} * * *` : undefined;
  if (count !== 1) return undefined;
  switch (every) {
    case "day":
      return `${clock} * * *`;
    case "week":
      return `${clock} * * ${weekdays.length === 0 ? 1 : [...new Set(weekdays)].toSorted((a, b) => a - b).join(",")}`;
    case "month":
      return `${clock} 1 * *`;
    case "quarter":
      return `${clock} 1 1,4,7,10 *`;
    case "year":
      return `${clock} 1 1 *`;
    default:
      return undefined;
  }
}

function opensRequest(span: Span | undefined): boolean {
  if (span === undefined) return false;
  if (span.kind === "verb") return span.form === "imperative" || span.form === "infinitive";
  const first = span.text.toLowerCase();
  return Object.values(languages).some((one) => one.requestVerbStems.has(one.stem(first)));
}

function trim(text: string): string {
  return text.replace(/^[\s,.:;–—-]+/, "").replace(/[\s,;:–—-]+$/, "");
}
