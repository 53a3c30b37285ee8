import type { PlanRequest } from "../../language/requests/plan-request.ts";
import type { PlanParameter } from "../../plan/plan-parameter.ts";

type TextSource = {
  text: string;
  /** The text is the answer to a question for this value. */ isAnswer: boolean;
  spans: PlanRequest["spans"];
  now: string;
};

/** Finds the value of a parameter in a text: `month=2026-10`, one of the choices, a date, a month, a number. */
export function valueInText(
  { name, type, choices }: PlanParameter & { name: string },
  { text, isAnswer, spans, now }: TextSource,
): string | number | boolean | undefined {
  const given = new RegExp(`(?:^|\\s)${name}\\s*[=:]\\s*("[^"]*"|\\S+)`, "i")
    .exec(text)?.[1]
    ?.replace(/^"(.*)"$/, "$1");
  const chosen = choices?.find((choice) => wordsOf(text).has(String(choice).toLowerCase()));
  if (chosen !== undefined) return chosen;
  const exact = given ?? (isAnswer ? text.trim() : undefined);
  switch (type) {
    case "integer":
    case "number":
      return exact === undefined ? numberIn(spans) : toNumber(exact);
    case "boolean":
      return exact === "true" ? true : exact === "false" ? false : undefined;
    case "date":
      return exact !== undefined && /^\d{4}-\d\d-\d\d$/.test(exact) ? exact : dayIn(spans, now);
    case "string":
      return exact ?? monthIn(spans, now);
    default:
      return type satisfies never;
  }
}

function toNumber(text: string): number | undefined {
  const value = Number(text.replace(",", "."));
  return Number.isFinite(value) ? value : undefined;
}

function numberIn(spans: TextSource["spans"]): number | undefined {
  const found = spans.find((span) => span.kind === "number");
  return found?.kind === "number" ? found.value : undefined;
}

/** A month or day without a year is the one nearest to now. */
function firstDayIn(spans: TextSource["spans"], now: string): { day: string; isMonth: boolean } | undefined {
  for (const span of spans) {
    if (span.kind !== "date" && span.kind !== "interval") continue;
    const days = [span.first, ...(span.earlier === undefined ? [] : [span.earlier.first])];
    const [day] = days.toSorted((a, b) => distance(a, now) - distance(b, now));
    if (day !== undefined) return { day, isMonth: span.granularity === "month" };
  }
  return undefined;
}

function distance(day: string, now: string): number {
  return Math.abs(Date.parse(day) - Date.parse(now));
}

function dayIn(spans: TextSource["spans"], now: string): string | undefined {
  return firstDayIn(spans, now)?.day;
}

function monthIn(spans: TextSource["spans"], now: string): string | undefined {
  const found = firstDayIn(spans, now);
  return found?.isMonth === true ? found.day.slice(0, 7) : found?.day;
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}.-]+/gu));
}
