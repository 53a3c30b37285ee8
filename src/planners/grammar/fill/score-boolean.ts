import { languages } from "../../../language/languages.ts";
import { hasRole } from "../../../language/words/roles.ts";
import type { Range } from "./assign.ts";
import type { Scope, ScoredValue } from "./scored.ts";
import type { Sheet } from "./sheet.ts";

/** True when the content words of the name occur, false when a negation is before them. */
export function scoreBoolean(scope: Scope, range: Range): ScoredValue[] {
  const wanted = scope.param.nameStems.filter(
    (stem) => !hasRole(stem, "hollow stem") && !languages.en.functionWords.has(stem),
  );
  const names = wanted.length > 0 ? wanted : scope.param.nameStems;
  if (names.length === 0) return [];
  const hits = names.map((stem) => best(scope.sheet, stem, range));
  const found = hits.flatMap((hit) => (hit === undefined ? [] : [hit]));
  const share = found.length / names.length;
  const last = found.at(-1);
  if (last === undefined || share < (names.length > 2 ? 0.6 : 1)) return [];
  const start = Math.min(...found.map((hit) => hit.at));
  const end = Math.max(...found.map((hit) => hit.at)) + 1;
  const strength = found.reduce((sum, hit) => sum + hit.strength, 0) / names.length;
  const own = found.every((hit) => (scope.own.get(scope.sheet.reading.tokens[hit.at]?.stem ?? "") ?? 0) >= 1);
  return [
    { score: (own ? 0.9 : 1.6) * strength + 0.4, value: !negated(scope.sheet, start, end), start, end, kind: "flag" },
  ];
}

function best(sheet: Sheet, stem: string, range: Range): { at: number; strength: number } | undefined {
  return (sheet.words.byStem.get(stem) ?? [])
    .filter((place) => place.at >= range.from && place.at < range.to)
    .toSorted((a, b) => b.strength - a.strength || a.at - b.at)[0];
}

/** A negation or an "off" word among the words or shortly before them, in the same sentence. */
function negated(sheet: Sheet, start: number, end: number): boolean {
  for (let at = end - 1; at >= Math.max(0, start - 4); at -= 1) {
    const token = sheet.reading.tokens[at];
    if (token === undefined || (at < start && sheet.reading.marks.stops[at] === true)) return false;
    const language = languages[token.lang];
    if (language.negations.has(token.lower) || language.switchWords.get(token.stem) === false) return true;
  }
  return false;
}
