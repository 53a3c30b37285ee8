import { languages } from "../../../language/languages.ts";
import { hasRole } from "../../../language/words/roles.ts";
import type { Token } from "../../../language/words/token.ts";
import type { ParamProfile } from "../profile/param-profile.ts";
import type { Option } from "../profile/options.ts";
import { nameWords, stemOf } from "../profile/name-words.ts";
import type { Scope, ScoredValue } from "./scored.ts";
import { proximity, type Sheet } from "./sheet.ts";

/** Every place in the goal that names one of the parameter's options. */
export function scoreOptions(scope: Scope): ScoredValue[] {
  const { param, sheet } = scope;
  const found: ScoredValue[] = [];
  for (const option of param.options)
    for (const place of [...placesOf(sheet, option), ...meantAt(sheet, option), ...impliedAt(sheet, option)]) {
      const candidate = { kind: "phrase" as const, start: place.start, end: place.end, text: "", value: null };
      const near = proximity(sheet, param.terms, candidate);
      const base = option.strict ? 1.7 : 1.45;
      found.push({
        score:
          base * place.share +
          0.15 * (option.stems.length - 1) * place.share +
          0.5 * near -
          (place.inQuotes ? 0 : ownPenalty(scope, option, place)),
        value: optionValue(param, option, { sheet, place }),
        start: place.start,
        end: place.end,
        kind: "option",
      });
    }
  return found;
}

/** The value is said by what it means: "ironing" for 2. */
function meantAt(sheet: Sheet, { meaning, strict, value }: Option): OptionMatch[] {
  return meaning.length === 0 ? [] : placesOf(sheet, { value, stems: meaning, meaning: [], strict });
}

/** Other ways to write an option: DESC and "descending", sci-fi and "science fiction", kilometers and "km", daily and "every day". */
function impliedAt({ reading: { tokens } }: Sheet, { value, strict }: Option): OptionMatch[] {
  if (!strict || typeof value !== "string") return [];
  const lower = value.toLowerCase();
  const parts = lower.split(/[\s_-]+/);
  const isCut = parts.length > 1 ? parts.every((part) => part.length > 1) : /^(?:\p{Lu}{3,5}|asc|desc)$/u.test(value);
  const { units, frequencies } = languages.en;
  const [unit, period] = [units.get(lower), frequencies.get(lower)];
  return tokens.flatMap((token, start): OptionMatch[] => {
    if (token.kind !== "word") return [];
    const end = start + parts.length;
    const begun = parts.every((part, i) => begins(tokens[start + i], part));
    const place = { start, end: start + 1, share: 0.9, inQuotes: false };
    if (isCut && begun) return [{ ...place, end }];
    if (unit !== undefined && token.lower !== lower && units.get(token.text) === unit) return [place];
    return period !== undefined && isEvery(tokens[start - 1]) && units.get(token.lower) === period
      ? [{ ...place, start: start - 1 }]
      : [];
  });
}

function begins(token: Token | undefined, part: string): boolean {
  return token?.kind === "word" && token.lower.length > part.length + 1 && token.lower.startsWith(part);
}

function isEvery(token: Token | undefined): boolean {
  return hasRole(token?.lower ?? "", "for each");
}

type OptionMatch = { start: number; end: number; share: number; inQuotes: boolean };

/** The option's words in order, next to each other; one word may be a like one. A long option may lack words. */
function placesOf(sheet: Sheet, option: Option): OptionMatch[] {
  const stems = option.stems;
  const places: OptionMatch[] = [];
  const first = stems[0];
  if (first === undefined) return places;
  for (const [offset, stem] of stems.entries()) {
    if (offset > 0 && !(stems.length > 1)) break;
    for (const hit of sheet.words.byStem.get(stem) ??
      (option.strict && stems.length === 1 ? sheet.words.small.get(stem) : undefined) ??
      []) {
      const place = grow(sheet, stems, { offset, at: hit.at, strength: hit.strength });
      if (place !== undefined) places.push(place);
    }
  }
  return places.toSorted((a, b) => b.share - a.share).slice(0, 6);
}

function grow(
  sheet: Sheet,
  stems: readonly string[],
  from: { offset: number; at: number; strength: number },
): OptionMatch | undefined {
  let [start, end] = [from.at, from.at + 1];
  let matched = from.strength;
  const quoted = sheet.reading.tokens[from.at]?.kind === "quoted";
  if (quoted) return quotedPlace(sheet, stems, from.at);
  for (const stem of stems.slice(from.offset + 1)) {
    const next = [end, end + 1].find((at) => sheet.reading.tokens[at]?.stem === stem);
    if (next === undefined) continue;
    matched += 1;
    end = next + 1;
  }
  // Small words before it belong to it: "in progress".
  for (const stem of stems.slice(0, from.offset).toReversed()) {
    if (sheet.reading.tokens[start - 1]?.lower !== stem) break;
    matched += 1;
    start -= 1;
  }
  // Half of "30 minutes" is not said by "5 minutes".
  if (stems.some((stem) => /^\d+$/.test(stem) && !said(sheet, stem, { start: start - 1, end }))) return undefined;
  const share = matched / stems.length;
  if (from.offset > 0 && share < 0.5) return undefined;
  return share < 0.34 ? undefined : { start, end, share, inQuotes: false };
}

function said({ reading }: Sheet, stem: string, { start, end }: { start: number; end: number }): boolean {
  return reading.tokens.slice(Math.max(0, start), end).some((token) => token.stem === stem || token.text === stem);
}

/** A quotation names an option where its words are those of the option. */
function quotedPlace({ reading }: Sheet, stems: readonly string[], at: number): OptionMatch | undefined {
  const words = nameWords(reading.tokens[at]?.text ?? "").map((word) => stemOf(word));
  const common = words.filter((word) => stems.includes(word)).length;
  if (words.length > 0 && common < words.length && words.length <= 4) return undefined;
  return { start: at, end: at + 1, share: stems.length === 1 ? 1 : 0.9, inQuotes: true };
}

/**
 * A verb says what to do: it is an option only of a tool that is not called by it ("cancel A-1" sets "cancelled" in
 * change_order). An example in a description that is a word of the tool itself says little.
 */
function ownPenalty({ sheet, tool, own, param }: Scope, { strict }: Option, { start }: OptionMatch): number {
  const { tokens, marks } = sheet.reading;
  const stem = tokens[start]?.stem ?? "";
  if (marks.verbs[start] === true) return tool.has(stem) ? 0.8 : 0.4;
  return !strict && !param.required && (tool.has(stem) || (own.get(stem) ?? 0) >= 1) ? 0.8 : 0;
}

function optionValue(
  param: ParamProfile,
  option: Option,
  at: { sheet: Sheet; place: OptionMatch },
): ScoredValue["value"] {
  if (option.strict || param.type !== "string") return option.value;
  const tokens = at.sheet.reading.tokens.slice(at.place.start, at.place.end);
  if (at.place.inQuotes) return tokens[0]?.text.slice(1, -1) ?? option.value;
  return option.value;
}
