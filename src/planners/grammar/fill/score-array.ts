import type { Candidate } from "../../../language/spans/candidate.ts";
import type { ParamProfile } from "../profile/param-profile.ts";
import { scoreNumber } from "./score-number.ts";
import { scoreOptions } from "./score-option.ts";
import { scoreText } from "./score-text.ts";
import { type Scope, scoredAs, type ScoredValue } from "./scored.ts";
import { proximity } from "./sheet.ts";

/** A list for an array parameter: a coordination, a literal, or one value alone. */
export function scoreArray(scope: Scope, candidate: Candidate): ScoredValue | undefined {
  const item = scope.param.item;
  if (item === undefined || scope.param.fields.length > 0) return literal(scope, candidate);
  const inner: Scope = { ...scope, param: { ...item, terms: scope.param.terms } };
  if (candidate.kind === "json") return literal(scope, candidate);
  const members = candidate.items ?? [candidate];
  const scored = members.map((member) => scoreItem(inner, member));
  if (scored.some((one) => one === undefined)) return undefined;
  const fits = scored.flatMap((one) => (one === undefined ? [] : [one]));
  const mean = fits.reduce((sum, one) => sum + one.score, 0) / fits.length;
  const best = Math.max(...fits.map((one) => one.score));
  const several = candidate.items !== undefined;
  const score = (mean + best) / 2 + (several ? 0.7 : -0.35);
  return {
    ...scoredAs(
      candidate,
      score,
      fits.map((one) => one.value),
    ),
    ...(fits[0]?.named === true && { named: true }),
  };
}

function scoreItem(scope: Scope, member: Candidate): ScoredValue | undefined {
  if (scope.param.type === "integer" || scope.param.type === "number") return scoreNumber(scope, member);
  if (scope.param.type === "string" || scope.param.type === "any") {
    if (scope.param.options.some((option) => option.strict)) return undefined;
    return member.kind === "number" && scope.param.type === "any"
      ? scoreNumber(scope, member)
      : scoreText(scope, member);
  }
  if (scope.param.type === "array") return scoreArray(scope, member);
  return undefined;
}

function literal(scope: Scope, candidate: Candidate): ScoredValue | undefined {
  if (candidate.kind !== "json" || !Array.isArray(candidate.value)) return undefined;
  return scoredAs(candidate, 1.8 + 0.8 * proximity(scope.sheet, scope.param.terms, candidate), candidate.value);
}

/** Places that name an option of the element, better ones first. */
export function optionHits(scope: Scope): ScoredValue[] {
  const item = scope.param.item;
  if (item === undefined || item.options.length === 0) return [];
  const strict = item.options.some((option) => option.strict);
  return scoreOptions({ ...scope, param: { ...item, terms: scope.param.terms } })
    .filter((hit) => hit.score > (strict ? 1 : 1.2))
    .toSorted((a, b) => b.score - a.score);
}

/** A described option that is alone is one of the list where it is named whole. */
const sureOption = 1.45;

/** All options named, in the order they are named. */
export function optionArray(hits: readonly ScoredValue[], param: ParamProfile): ScoredValue[] {
  const strict = param.item?.options.some((option) => option.strict) === true;
  const kept: ScoredValue[] = [];
  for (const hit of hits)
    if (!kept.some((other) => other.value === hit.value || (other.start < hit.end && hit.start < other.end)))
      kept.push(hit);
  if (kept.length === 0 || (!strict && kept.length < 2 && (kept[0]?.score ?? 0) < sureOption)) return [];
  const ordered = kept.toSorted((a, b) => a.start - b.start);
  const [start, end] = [Math.min(...kept.map((hit) => hit.start)), Math.max(...kept.map((hit) => hit.end))];
  const score = kept.reduce((sum, hit) => sum + hit.score, 0) / kept.length + 0.2;
  return [
    {
      score,
      value: ordered.map((hit) => hit.value),
      start,
      end,
      kind: "option",
      spans: ordered.map((hit) => [hit.start, hit.end] as const),
    },
  ];
}
