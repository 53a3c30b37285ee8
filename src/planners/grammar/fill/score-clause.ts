import { hasRole } from "../../../language/words/roles.ts";
import type { Scope, ScoredValue } from "./scored.ts";
import type { Sheet } from "./sheet.ts";

/** Values that are whole clauses: what something is for, why, and what is to be told. */
export function scoreClauses(scope: Scope): ScoredValue[] {
  if (scope.param.type !== "string") return [];
  const { purpose } = scope.param.hints;
  const speech = /^(?:messag|text|bodi|content|note|comment|caption)$/.test(scope.param.head);
  return [...(purpose ? purposes(scope) : []), ...(purpose || speech ? told(scope) : [])];
}

/** "that the samples are here", ": the samples are here", "because it rained", up to the end of the sentence. */
function told({ param, sheet }: Scope): ScoredValue[] {
  const { tokens, marks, source } = sheet.reading;
  const role = param.hints.purpose ? "because" : "saying";
  return tokens.flatMap(({ lower, text }, at): ScoredValue[] => {
    if (!hasRole(lower, role) && !(role === "saying" && text === ":")) return [];
    const stop = tokens.findIndex((_, i) => i > at && marks.stops[i] === true);
    const end = stop < 0 ? tokens.length : stop;
    const [first, last] = [tokens[at + 1], tokens[end - 1]];
    if (end < at + 3 || first?.kind !== "word" || last === undefined) return [];
    return [{ score: 1.9, value: source.slice(first.from, last.to), start: at + 1, end, kind: "quoted" }];
  });
}

/** "to water the plants", "for the eggs". */
function purposes({ sheet, tool }: Scope): ScoredValue[] {
  const { tokens, source } = sheet.reading;
  return tokens.flatMap(({ lower }, at): ScoredValue[] => {
    const does = hasRole(lower, "to do");
    if (!does && !hasRole(lower, "for purpose")) return [];
    const start = !does && hasRole(tokens[at + 1]?.lower ?? "", "determiner") ? at + 2 : at + 1;
    const opening = tokens[start];
    const wished = [tokens[at - 1], tokens[at - 2]].some((token) => hasRole(token?.lower ?? "", "idle"));
    if (
      opening?.kind !== "word" ||
      wished ||
      tool.has(opening.stem) ||
      (does && (opening.capital || hasRole(opening.lower, "determiner")))
    )
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
