import type { Candidate } from "../../../language/spans/candidate.ts";
import { languages } from "../../../language/languages.ts";
import { hasRole } from "../../../language/words/roles.ts";
import { manifestStems } from "../search/manifest-stems.ts";
import type { Scope } from "./scored.ts";

/** Reasons why a piece of text is not a value: it names the tool or a parameter, cuts a phrase, or is already spent. */
export function textPenalty(scope: Scope, candidate: Candidate): number {
  if (
    candidate.kind === "quoted" ||
    candidate.kind === "identifier" ||
    candidate.kind === "url" ||
    candidate.kind === "email"
  )
    return 0;
  return ownWords(scope, candidate) + hollow(scope, candidate) + cut(scope, candidate) + spent(scope, candidate);
}

function ownWords(scope: Scope, candidate: Candidate): number {
  const tokens = scope.sheet.reading.tokens.slice(candidate.start, candidate.end);
  const weight = candidate.kind === "name" ? 0.35 : 0.9;
  let penalty = 0;
  if (candidate.kind === "name" && tokens.every((token) => manifestStems(token).some((stem) => scope.tool.has(stem))))
    return 0.9;
  // "Population of Peru": the capital only opens the sentence.
  const [first] = tokens;
  const opening = candidate.start === 0 || scope.sheet.reading.marks.stops[candidate.start - 1] === true;
  if (
    candidate.kind === "name" &&
    opening &&
    first !== undefined &&
    manifestStems(first).some((stem) => scope.tool.has(stem))
  )
    return 0.9;
  if (
    candidate.kind === "name" &&
    tokens.some((token) => token.kind !== "word" || !manifestStems(token).some((stem) => scope.own.has(stem)))
  )
    return 0;
  for (const token of tokens) {
    if (token.kind !== "word") continue;
    const stems = manifestStems(token);
    if (stems.some((stem) => scope.param.nameStems.includes(stem))) penalty += candidate.kind === "name" ? 0 : 0.5;
    else if (stems.some((stem) => (scope.own.get(stem) ?? 0) >= 1)) penalty += 0.9;
    else if (stems.some((stem) => scope.param.terms.has(stem)) && candidate.kind === "phrase") penalty += 0.5;
    else if (scope.siblings.some((other) => stems.some((stem) => other.nameStems.includes(stem)))) penalty += 0.7;
    else if (token === tokens[0] && !token.capital && mayBeVerb(scope, candidate)) penalty += 0.4;
  }
  return (weight * penalty) / Math.max(1, tokens.length);
}

/** "study" is a verb people ask with, "the study" is a room. */
function mayBeVerb({ sheet }: Scope, { start }: Candidate): boolean {
  const [before, token] = [sheet.reading.tokens[start - 1], sheet.reading.tokens[start]];
  const determined = before !== undefined && hasRole(before.lower, "determiner");
  return token !== undefined && !determined && languages[token.lang].requestVerbStems.has(token.stem);
}

function hollow(scope: Scope, candidate: Candidate): number {
  // "in the same location" names what was said before.
  if (candidate.kind === "phrase" && hasRole(scope.sheet.reading.tokens[candidate.start - 1]?.lower ?? "", "same"))
    return 1.2;
  const words = scope.sheet.reading.tokens
    .slice(candidate.start, candidate.end)
    .filter((token) => token.kind === "word");
  const empty = words.filter((token) => languages[token.lang].hollowStems?.has(token.stem) === true);
  if (words.length > 0 && empty.length === words.length) return candidate.kind === "name" ? 0.3 : 0.9;
  return words[0] !== undefined && empty[0] === words[0] ? 0.25 : 0;
}

/** A phrase that does not fill its run leaves something out; words of the parameter may be left out. */
function cut(scope: Scope, candidate: Candidate): number {
  if (candidate.kind !== "phrase" && candidate.kind !== "name") return 0;
  const { marks, tokens } = scope.sheet.reading;
  const free = (at: number): boolean => {
    const token = tokens[at];
    if (at >= candidate.end && hasRole(token?.lower ?? "", "of") && continues(scope, at + 1)) return false;
    return (
      token === undefined ||
      marks.breaks[at] === true ||
      token.lower === "'s" ||
      manifestStems(token).some((stem) => scope.param.terms.has(stem)) ||
      (at < candidate.start && languages[token.lang].hollowStems?.has(token.stem) === true)
    );
  };
  const spare = (at: number): number => {
    const token = tokens[at];
    return token !== undefined &&
      (manifestStems(token).some((stem) => (scope.own.get(stem) ?? 0) >= 1) ||
        scope.taken.has(at) ||
        token.kind === "number")
      ? 0.1
      : 0.4;
  };
  if (
    candidate.kind === "name" &&
    hasRole(tokens[candidate.start - 1]?.lower ?? "", "of") &&
    tokens[candidate.start - 2]?.capital === true &&
    marks.verbs[candidate.start - 2] !== true &&
    candidate.start > 2
  )
    return 0.5;
  if (candidate.kind === "name")
    return (
      (free(candidate.end) ? 0 : spare(candidate.end) * 0.75) +
      (free(candidate.start - 1) || free(candidate.end) ? 0 : spare(candidate.start - 1) * 0.5)
    );
  return (
    (free(candidate.start - 1) ? 0 : spare(candidate.start - 1)) + (free(candidate.end) ? 0 : spare(candidate.end))
  );
}

/** "Treaty of Tordesillas", "theory of relativity": what "of" leads to belongs to the phrase. */
function continues(scope: Scope, at: number): boolean {
  const token = scope.sheet.reading.tokens[at];
  return token !== undefined && token.kind === "word" && scope.sheet.reading.marks.breaks[at] !== true;
}

function spent(scope: Scope, candidate: Candidate): number {
  let penalty = 0;
  for (let at = candidate.start; at < candidate.end; at += 1) {
    if (scope.taken.has(at)) penalty += 0.7;
    if (scope.sheet.dated[at] === true) penalty += 0.4;
  }
  return penalty;
}
