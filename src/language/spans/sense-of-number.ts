import { compact } from "../../plan/compact.ts";
import type { Candidate } from "./candidate.ts";
import { languages } from "../languages.ts";
import { type DurationSpan, granularities, type NumberSpan, oneOf, type Sense } from "./span.ts";
import type { Token } from "../words/token.ts";

type Context = { tokens: readonly Token[]; numbers: ReadonlyMap<number, Candidate> };

/** A number with its unit, a range of two, or a length of time. */
export function numberSense(context: Context, number: Candidate): { end: number; sense: Sense } {
  const range = rangeFrom(context, number);
  const [last, stop] = range === undefined ? [number, afterUnit(context, number)] : [range, afterUnit(context, range)];
  const value = valueOf(number, range);
  const about = approxAfter(context, stop);
  const end = about ?? stop;
  const approximate = number.approximate === true || isAbout(context, number) || about !== undefined;
  const { unit = number.unit, unitText = number.unitText, currency = number.currency } = last;
  const max = range === undefined ? {} : { max: Number(range.value) };
  const period = unit === undefined ? undefined : oneOf(granularities, unit);
  if (period !== undefined && number.ordinal !== true) {
    const duration: DurationSpan = { kind: "duration", value, unit: period, ...max };
    return { end, sense: duration };
  }
  const sense: NumberSpan = {
    kind: "number",
    value,
    ...max,
    ...compact({ unit, unitText, currency }),
    ...((last.percent === true || number.percent === true) && { percent: true as const }),
    ...(number.ordinal === true && { ordinal: true as const }),
    ...(approximate && { approximate: true as const }),
    ...compact({ scaled: number.scaled }),
  };
  return { end, sense };
}

/** "5 to 10 thousand", "5–10k": the scale of the end counts for both. */
function valueOf(number: Candidate, range: Candidate | undefined): number {
  const value = Number(number.value);
  if (range === undefined || Number(range.value) < 1000 || value >= 1000 || number.end - number.start > 1) return value;
  const scale = 1000 ** Math.floor(Math.log10(Number(range.value)) / 3);
  return /^[\d.,]+$/.test(range.text) || Number(range.value) < value * scale ? value : value * scale;
}

function isAbout({ tokens }: Context, { start }: Candidate): boolean {
  const before = tokens[start - 1];
  if (before === undefined) return false;
  return /^[~≈]$/.test(before.text) || languages[before.lang].lexicon.concepts(before.lower).includes("approx");
}

/** The end of "or so", «с лишним» behind a number. */
function approxAfter({ tokens }: Context, at: number): number | undefined {
  const token = tokens[at];
  const match = token === undefined ? undefined : languages[token.lang].lexicon.at(tokens, at);
  return match?.concepts.includes("approx.after") === true ? match.end : undefined;
}

function conceptsAt({ tokens }: Context, at: number): readonly string[] {
  const token = tokens[at];
  return token === undefined ? [] : (languages[token.lang].lexicon.at(tokens, at)?.concepts ?? []);
}

/** The first token after the number and the unit that belongs to it. */
function afterUnit({ tokens }: Context, { end, unitText }: Candidate): number {
  if (unitText === undefined) return end;
  const words = unitText.replaceAll(/\s+/g, "").length;
  let [at, length] = [end, 0];
  if (tokens[at]?.text === "-" && !unitText.startsWith("-")) at += 1;
  while (at < tokens.length && length < words) {
    length += tokens[at]?.text.replaceAll(/\s+/g, "").length ?? 1;
    at += 1;
  }
  return at;
}

/** The end of a range that opens with this number: a dash, "between … and", "from … to", or "… to … days". */
function rangeFrom(context: Context, number: Candidate): Candidate | undefined {
  const { tokens, numbers } = context;
  if (number.ordinal === true) return undefined;
  const joint = afterUnit(context, number);
  const [sign, before] = [tokens[joint], tokens[number.start - 1]];
  const second = numbers.get(joint + 1) ?? numbers.get(joint + 2);
  if (sign === undefined || second === undefined || second.ordinal === true || second.start > joint + 2)
    return undefined;
  if (Number(second.value) <= Number(number.value) && Number(second.value) >= 1000) return undefined;
  if (/^(?:[-–—]|\.\.+)$/.test(sign.text))
    return sign.glued === (tokens[joint + 1]?.glued ?? false) && second.start === joint + 1 ? second : undefined;
  const links =
    conceptsAt(context, joint).includes("range") || languages[sign.lang].lexicon.concepts(sign.lower).includes("range");
  if (!links || second.start !== joint + 1) return undefined;
  const opened = before !== undefined && languages[before.lang].lexicon.concepts(before.lower).includes("range.open");
  if (opened) return isChange(context, number) ? undefined : second;
  return second.unit !== undefined &&
    Number(second.value) > Number(number.value) &&
    !languages[sign.lang].lexicon.concepts(sign.lower).includes("link.and")
    ? second
    : undefined;
}

const changing = new Set(["op.update", "op.move", "op.increase", "op.decrease"]);

/** "change the price from 5 to 10" sets a value and is no range. */
function isChange({ tokens }: Context, { start }: Candidate): boolean {
  for (let at = start - 2; at >= Math.max(0, start - 12); at -= 1) {
    const token = tokens[at];
    if (token === undefined || /^[.?!;]$/.test(token.text)) return false;
    const concepts = token.kind === "word" ? languages[token.lang].lexicon.concepts(token.lower) : [];
    if (concepts.some((concept) => changing.has(concept))) return true;
  }
  return false;
}
