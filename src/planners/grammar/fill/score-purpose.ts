import { hasRole } from "../../../language/roles.ts";
import type { Scope, ScoredValue } from "./scored.ts";
import type { Sheet } from "./sheet.ts";

/** "to water the plants", "for the eggs": what something is for, where the tool asks for it. */
export function scorePurposes({ param, sheet, tool }: Scope): ScoredValue[] {
  if (param.type !== "string" || !param.hints.purpose) return [];
  const { tokens, source } = sheet.reading;
  return tokens.flatMap(({ lower }, at): ScoredValue[] => {
    const does = hasRole(lower, "to do");
    if (!does && !hasRole(lower, "for purpose")) return [];
    const start = !does && hasRole(tokens[at + 1]?.lower ?? "", "determiner") ? at + 2 : at + 1;
    const opening = tokens[start];
    const wished = [tokens[at - 1], tokens[at - 2]].some((token) => hasRole(token?.lower ?? "", "idle"));
    if (opening?.kind !== "word" || wished || tool.has(opening.stem) || (does && (opening.capital || hasRole(opening.lower, "determiner"))))
      return [];
    const end = endOf(sheet, start);
    const value = source.slice(opening.from, tokens[end - 1]?.to);
    return end === start ? [] : [{ score: does ? 2 : 1.8, value, start, end, kind: "name" }];
  });
}

/** Up to a time, a comma, "every" or the end of the sentence. */
function endOf({ reading: { tokens, marks }, dated }: Sheet, start: number): number {
  let end = start;
  while (end < tokens.length && marks.stops[end] !== true && dated[end] !== true) {
    const { kind, text, lower } = tokens[end] ?? { kind: "punctuation", text: ",", lower: "," };
    if ((kind === "punctuation" && /^[,()]$/.test(text)) || hasRole(lower, "for each")) break;
    end += 1;
  }
  return dated[end] === true && marks.roles[end - 1] !== undefined ? end - 1 : end;
}
