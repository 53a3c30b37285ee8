import type { Candidate } from "../candidate.ts";
import { codeIn } from "../../words/codes.ts";
import { currencyUnits } from "../../english/units.ts";
import { languages } from "../../languages.ts";
import type { Token } from "../../words/token.ts";
import { type BareSource, textOf } from "./source.ts";

/** ISO code of a sign, a code ("USD") or the standard name of a unit of money. */
function currencyOf(said: string): string | undefined {
  const code = currencyUnits.has(said) || /^(?:\p{Sc}|[A-Z]{3})$/u.test(said) ? codeIn("currency", said) : undefined;
  return code !== undefined && currencyUnits.has(code) ? code : undefined;
}

/** Numbers in digits and in words, with sign, unit, currency and percent. */
export function findNumbers(source: BareSource): Candidate[] {
  const found: Candidate[] = [];
  // Digits belong to no language: they are read as the words around them are («2,5 тысячи»), names apart.
  const words = source.tokens.filter(({ kind }) => kind === "word");
  const plain = words.filter(({ capital }, at) => at === 0 || !capital);
  const digits = (plain.length > 0 ? plain : words).some(({ lang }) => lang === "ru") ? "ru" : "en";
  for (let i = 0; i < source.tokens.length; i += 1) {
    const token = source.tokens[i];
    if (token === undefined) break;
    const reading = languages[token.kind === "word" ? token.lang : digits].numberAt(source.tokens, i);
    if (reading === undefined) continue;
    if (isExponent(source.tokens, i)) continue;
    const { signed, start } = signBefore(source.tokens, i);
    const compass = compassAfter(source.tokens, reading.end);
    const before = currencyOf(source.tokens[start - 1]?.text ?? "");
    const measured = unitAfter(source, reading.end);
    const currency = before ?? (measured === undefined ? undefined : currencyOf(measured.unit));
    const number: Candidate = {
      kind: "number",
      start: before === undefined ? start : start - 1,
      end: compass === undefined ? reading.end : reading.end + 1,
      text: textOf(source, start, reading.end),
      value: signed !== (compass === "S" || compass === "W") ? -reading.value : reading.value,
      ...(currency === undefined ? {} : { currency }),
      ...(measured === undefined
        ? {}
        : { unit: measured.unit, unitText: measured.text, percent: measured.unit === "percent" }),
      ...(reading.ordinal === true ? { ordinal: true } : {}),
      ...(reading.approximate === true ? { approximate: true } : {}),
      ...(reading.scaled === undefined ? {} : { scaled: signed ? -reading.scaled : reading.scaled }),
    };
    found.push(number);
    i = reading.end - 1;
  }
  return [...found, ...singleUnits(source)];
}

/** "the next week", "an hour": one of the unit. */
function singleUnits(source: BareSource): Candidate[] {
  return source.tokens.flatMap((token, at): Candidate[] => {
    const unit = languages[token.lang].units.get(token.lower);
    const before = source.tokens[at - 1]?.lower ?? "";
    if (
      unit === undefined ||
      token.lower.endsWith("s") ||
      !/^(?:a|an|next|last|past|this|one|upcoming|coming|per|every|each|following)$/.test(before)
    )
      return [];
    if (!/^(?:second|minute|hour|day|week|month|year)$/.test(unit)) return [];
    return [
      { kind: "number", start: at, end: at + 1, text: token.text, value: 1, unit, unitText: token.text, implied: true },
    ];
  });
}

function isExponent(tokens: readonly Token[], i: number): boolean {
  return tokens[i]?.glued === true && /^[\^*]$/.test(tokens[i - 1]?.text ?? "");
}

/** "112.07 W": a point of the compass behind a decimal makes a coordinate. */
function compassAfter(tokens: readonly Token[], at: number): string | undefined {
  const point = /^[NSEW]$/.exec(tokens[at]?.text ?? "")?.[0];
  return point !== undefined && tokens[at - 1]?.text.includes(".") === true ? point : undefined;
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
function unitAfter(source: BareSource, at: number): { unit: string; text: string } | undefined {
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
  while (
    end < source.tokens.length &&
    source.tokens[end]?.glued === true &&
    /^(?:[/^²³*]|\d|[\p{L}]{1,4})$/u.test(source.tokens[end]?.text ?? "")
  )
    end += 1;
  return {
    unit: powers + unit + (end > start + 2 ? "/" : ""),
    text: textOf(source, hyphen === undefined ? at : start + 1, end),
  };
}
