import type { NumberReading } from "../language.ts";
import type { Token } from "../token.ts";
import { wordTable } from "../word-table.ts";

const ones = wordTable<number>({
  zero: 0,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
});
const scales = wordTable<number>({
  hundred: 100,
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
  trillion: 1e12,
  dozen: 12,
  dozens: 12,
  hundreds: 100,
  thousands: 1e3,
  millions: 1e6,
  billions: 1e9,
});
const shortScales = wordTable<number>({ mn: 1e6, bn: 1e9, mil: 1e6 });
const ordinals = wordTable<number>({
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
  fifth: 5,
  sixth: 6,
  seventh: 7,
  eighth: 8,
  ninth: 9,
  tenth: 10,
  eleventh: 11,
  twelfth: 12,
});
const fractions = wordTable<number>({
  half: 0.5,
  third: 1 / 3,
  quarter: 0.25,
  thirds: 1 / 3,
  quarters: 0.25,
  fourths: 0.25,
  fifths: 0.2,
});

// "the first one", "another one": a thing, not a number.
const standsForNoun =
  /^(?:first|second|third|fourth|fifth|last|next|other|another|the|this|that|which|each|every|any|no|good|new|old|same|right|wrong|big|small)$/;

/** Digits or words: "2.5 million", "twenty-five", "two and a half", "a dozen", "third". */
export function numberAt(tokens: readonly Token[], at: number): NumberReading | undefined {
  const token = tokens[at];
  if (token === undefined) return undefined;
  if (token.kind === "number") return digitsAt(tokens, at);
  if (token.kind !== "word") return undefined;
  const ordinal = ordinals[token.lower];
  if (ordinal !== undefined) return { value: ordinal, end: at + 1, ordinal: true };
  if (token.lower === "one" && standsForNoun.test(tokens[at - 1]?.lower ?? "")) return undefined;
  return wordsAt(tokens, at);
}

function digitsAt(tokens: readonly Token[], at: number): NumberReading | undefined {
  const token = tokens[at];
  if (token === undefined) return undefined;
  if (/(?:st|nd|rd|th)$/.test(token.lower))
    return { value: Number.parseFloat(token.lower), end: at + 1, ordinal: true };
  const value = Number(token.text.replaceAll(",", ""));
  if (!Number.isFinite(value)) return undefined;
  const next = tokens[at + 1];
  const scale =
    next?.kind === "word"
      ? (scales[next.lower] ?? (next.glued ? shortScale(tokens, at, next.text) : undefined))
      : undefined;
  if (scale !== undefined) return { value: rounded(value * scale), end: at + 2 };
  const slash = tokens[at + 1];
  const below = tokens[at + 2];
  if (slash?.text === "/" && slash.glued && below?.kind === "number" && below.glued && Number(below.text) > 0)
    return { value: value / Number(below.text), end: at + 3 };
  return { value, end: at + 1 };
}

/** "50k", "$2M"; a capital K or M without money before it is a unit. */
function shortScale(tokens: readonly Token[], at: number, text: string): number | undefined {
  if (text === "k") return 1e3;
  if (/^[$€£₹]$/.test(tokens[at - 1]?.text ?? "")) return { k: 1e3, m: 1e6, b: 1e9 }[text.toLowerCase()];
  return shortScales[text.toLowerCase()];
}

function wordsAt(tokens: readonly Token[], at: number): NumberReading | undefined {
  let total = 0;
  let part = 0;
  let end = at;
  let seen = false;
  for (let i = at; i < tokens.length; i += 1) {
    const word = tokens[i]?.lower ?? "";
    const one = ones[word];
    const scale = scales[word];
    if (one !== undefined && (!seen || part % 100 === 0 || (part % 10 === 0 && part % 100 >= 20 && one < 10)))
      part += one;
    else if (scale !== undefined && (seen || word === "dozen")) {
      if (scale === 100 || scale === 12) part = (part || 1) * scale;
      else [total, part] = [total + (part || 1) * scale, 0];
    } else if (seen && word === "-" && tokens[i + 1]?.glued === true && ones[tokens[i + 1]?.lower ?? ""] !== undefined)
      continue;
    else if (seen && part >= 100 && word === "and" && ones[tokens[i + 1]?.lower ?? ""] !== undefined) continue;
    else break;
    seen = true;
    end = i + 1;
  }
  if (!seen) return articleScale(tokens, at);
  return { value: total + part + halfAfter(tokens, end), end: end + (halfAfter(tokens, end) > 0 ? 3 : 0) };
}

/** "a hundred", "a dozen", "half a". */
function articleScale(tokens: readonly Token[], at: number): NumberReading | undefined {
  const [first, second] = [tokens[at]?.lower ?? "", tokens[at + 1]?.lower ?? ""];
  const scale = scales[second];
  if ((first === "a" || first === "an") && scale !== undefined) return { value: scale, end: at + 2 };
  const fraction = first === "half" ? fractions[first] : undefined;
  if (fraction !== undefined && (second === "a" || second === "an")) return { value: fraction, end: at + 2 };
  return undefined;
}

function halfAfter(tokens: readonly Token[], at: number): number {
  if (tokens[at]?.lower !== "and" || tokens[at + 1]?.lower !== "a") return 0;
  return fractions[tokens[at + 2]?.lower ?? ""] ?? 0;
}

function rounded(value: number): number {
  return Number(value.toPrecision(15));
}
