import { languages } from "../../../language/languages.ts";
import type { Draft } from "../choose/draft.ts";
import type { Sheet } from "../fill/sheet.ts";
import type { Reason } from "../goal.ts";

/** Where the goal begins in what was read: earlier turns come before it and are not pointed at. */
type Origin = { sheet: Sheet; offset: number };

/** The words that led to the tool, and for each argument the words it was taken from. */
export function reasonsOf({ sheet, offset }: Origin, draft: Draft, call: string): Reason[] {
  const tool = draft.tool.spec.name;
  const at = (start: number, end: number): Pick<Reason, "from" | "to" | "words"> | undefined => {
    const [first, last] = [sheet.reading.tokens[start], sheet.reading.tokens[end - 1]];
    if (first === undefined || last === undefined || first.from < offset) return undefined;
    return { from: first.from - offset, to: last.to - offset, words: sheet.reading.source.slice(first.from, last.to) };
  };
  const named = namingWords(sheet, draft).flatMap((word) => at(word, word + 1) ?? []);
  const filled = [...draft.fill.chosen].flatMap(([i, scored]) => {
    const param = draft.fill.offers.params[i]?.path.join(".") ?? "";
    const spans = scored.spans ?? [[scored.start, scored.end] as const];
    return spans.flatMap(([start, end]) => {
      const place = start < 0 ? undefined : at(start, end);
      return place === undefined ? [] : [{ call, tool, param, ...place }];
    });
  });
  return [
    ...named.map((place) => ({ call, tool, ...place })),
    ...filled.toSorted((a, b) => a.from - b.from || (a.param < b.param ? -1 : 1)),
  ];
}

/** Tokens of the call's part of the goal that say a word of the tool's name or description. */
function namingWords(sheet: Sheet, draft: Draft): number[] {
  return sheet.words.content.filter((at) => {
    const token = sheet.reading.tokens[at];
    if (token === undefined || at < draft.range.from || at >= draft.range.to) return false;
    const stems = [token.stem, ...languages[token.lang].meanings(token.stem)];
    return stems.some((stem) => draft.tool.nameStems.includes(stem)) || (draft.tool.terms.get(token.stem) ?? 0) >= 1;
  });
}
