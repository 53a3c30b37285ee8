import type { Candidate } from "../candidate.ts";
import { languages } from "../languages.ts";
import type { Token } from "../token.ts";
import { type Source, textOf } from "./source.ts";

const currencies: Readonly<Record<string, string>> = { $: "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "₹": "INR", "₽": "RUB" };

/** Numbers in digits and in words, with sign, unit, currency and percent. */
export function findNumbers(source: Source): Candidate[] {
  const found: Candidate[] = [];
  for (let i = 0; i < source.tokens.length; i += 1) {
    const token = source.tokens[i];
    if (token === undefined) break;
    const reading = languages[token.lang].numberAt(source.tokens, i);
    if (reading === undefined) continue;
    const { signed, start } = signBefore(source.tokens, i);
    const currency = currencies[source.tokens[start - 1]?.text ?? ""];
    const measured = unitAfter(source, reading.end);
    const number: Candidate = {
      kind: "number",
      start: currency === undefined ? start : start - 1,
      end: reading.end,
      text: textOf(source, start, reading.end),
      value: signed ? -reading.value : reading.value,
      ...(currency === undefined ? {} : { currency }),
      ...(measured === undefined ? {} : { unit: measured.unit, unitText: measured.text, percent: measured.unit === "percent" }),
      ...(reading.ordinal === true ? { ordinal: true } : {}),
    };
    found.push(number);
    i = reading.end - 1;
  }
  return found;
}

/** A minus belongs to the number when nothing stands right before it. */
function signBefore(tokens: readonly Token[], i: number): { signed: boolean; start: number } {
  const sign = tokens[i - 1];
  const glued = tokens[i]?.glued === true;
  if (sign === undefined || !/^[-−]$/.test(sign.text) || !glued) {
    if (sign?.kind === "word" && /^(?:minus|negative|минус)$/.test(sign.lower)) return { signed: true, start: i - 1 };
    return { signed: false, start: i };
  }
  const before = tokens[i - 2];
  const free = !sign.glued || before === undefined || /^[([{,=:/$]$/.test(before.text);
  return free ? { signed: true, start: i - 1 } : { signed: false, start: i };
}

/** The unit word or sign behind a number; "m/s^2" and "square meters" count as one. */
function unitAfter(source: Source, at: number): { unit: string; text: string } | undefined {
  const first = source.tokens[at];
  if (first === undefined) return undefined;
  const powers = /^(?:square|cubic|sq|cu)$/.test(first.lower) ? `${first.lower} ` : "";
  const start = powers === "" ? at : at + 1;
  const token = source.tokens[start];
  if (token === undefined) return undefined;
  const table = languages[token.lang].units;
  const hyphen = token.text === "-" && token.glued ? source.tokens[start + 1] : undefined;
  const named = hyphen ?? token;
  const unit = table.get(named.text) ?? table.get(named.lower);
  if (unit === undefined) return undefined;
  let end = start + (hyphen === undefined ? 1 : 2);
  while (end < source.tokens.length && source.tokens[end]?.glued === true && /^(?:[/^²³*]|\d|[\p{L}]{1,4})$/u.test(source.tokens[end]?.text ?? "")) end += 1;
  return { unit: powers + unit + (end > start + 2 ? "/" : ""), text: textOf(source, hyphen === undefined ? at : start + 1, end) };
}
