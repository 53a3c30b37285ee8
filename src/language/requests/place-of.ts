import type { DateSetting } from "../language.ts";
import { read } from "../reading.ts";

const nouns = /^(?:номер|вариант|пункт|строка|number|option|row|no)$/i;

/** The place in a list that a whole message names: "2", "the second one", «последнюю». Undefined where it says anything else. */
export function placeOf(text: string, setting: DateSetting): number | "last" | undefined {
  const { spans, source } = read(text, setting);
  const [only, ...others] = spans.filter((span) => {
    if (span.kind === "word") return !nouns.test(source.slice(span.from, span.to));
    return span.kind !== "filler" && span.kind !== "pronoun" && span.kind !== "act";
  });
  if (only === undefined || others.length > 0) return undefined;
  if (only.kind === "quantifier") return only.value === "last" ? "last" : undefined;
  if (only.kind !== "number" || !Number.isInteger(only.value)) return undefined;
  const isAmount = only.unit ?? only.currency ?? only.percent ?? only.max ?? only.approximate;
  // "One of them" does not say which.
  const isCount = only.ordinal !== true && !/\d/.test(source.slice(only.from, only.to));
  return isAmount === undefined && !isCount ? only.value : undefined;
}
