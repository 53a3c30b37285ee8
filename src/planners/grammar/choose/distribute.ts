import type { Candidate } from "../../../language/spans/candidate.ts";
import { hasRole } from "../../../language/words/roles.ts";
import type { Fill } from "../fill/assign.ts";
import type { ScoredValue } from "../fill/scored.ts";
import type { Sheet } from "../fill/sheet.ts";
import type { Draft } from "./draft.ts";

export type Spread = {
  param: number;
  values: readonly ScoredValue[];
  /** Where the list stands; two parameters may read parts of one list. */ from?: number;
};
export const mostCalls = 24;

/** One call for each member of a coordination that stands where one value is wanted. Equal lengths go in step, others multiply. */
export function distribute(sheet: Sheet, draft: Draft): Draft[] {
  const spreads = spreadsOf(sheet, draft);
  if (spreads.length === 0) return [draft];
  const length = spreads[0]?.values.length ?? 0;
  const oneList = spreads.every((spread) => spread.from !== undefined && spread.from === spreads[0]?.from);
  const inStep =
    spreads.length > 1 &&
    (oneList || isRespective(sheet, draft)) &&
    spreads.every((spread) => spread.values.length === length);
  const rows = inStep
    ? Array.from({ length }, (_, i) => spreads.map((spread) => [spread.param, spread.values[i]] as const))
    : product(spreads);
  if (rows.length > mostCalls) return [draft];
  return rows.map((row) => {
    const chosen = new Map(draft.fill.chosen);
    for (const [param, scored] of row) if (scored !== undefined) chosen.set(param, scored);
    const fill: Fill = { ...draft.fill, chosen };
    return { ...draft, fill };
  });
}

/** Every coordination of the call that stands where one value is wanted. */
export function spreadsOf(sheet: Sheet, draft: Draft): Spread[] {
  return [...draft.fill.chosen].flatMap(([param, scored]) => spreadOf(sheet, draft, { param, scored }) ?? []);
}

/** "respectively", "each" pair the lists of a sentence; without them every member goes with every other. */
function isRespective(sheet: Sheet, draft: Draft): boolean {
  return sheet.reading.tokens.slice(draft.range.from, draft.range.to).some(({ lower }) => hasRole(lower, "pairs"));
}

function product(spreads: readonly Spread[]): (readonly (readonly [number, ScoredValue])[])[] {
  let rows: (readonly (readonly [number, ScoredValue])[])[] = [[]];
  for (const spread of spreads)
    rows = rows.flatMap((row) => spread.values.map((value) => [...row, [spread.param, value] as const]));
  return rows;
}

/** The coordination the value belongs to, if all its members would do and none of them is used otherwise. */
function spreadOf(sheet: Sheet, draft: Draft, at: { param: number; scored: ScoredValue }): Spread | undefined {
  const { param, scored } = at;
  const profile = draft.fill.offers.params[param];
  if (profile === undefined || scored.kind === "flag") return undefined;
  if (profile.type === "array")
    return isRespective(sheet, draft) && Array.isArray(scored.value) && scored.value.length > 1
      ? { param, values: scored.value.map((value) => ({ ...scored, value: [value] })) }
      : scored.kind === "json"
        ? listSpread(sheet, draft, at)
        : undefined;
  if (scored.kind === "list") return undefined;
  const options = scored.kind === "option" ? optionSpread(sheet, draft, at) : undefined;
  if (options !== undefined) return options;
  return listSpread(sheet, draft, at);
}

/** The members of a list that the value is in. */
function listSpread(
  sheet: Sheet,
  draft: Draft,
  { param, scored }: { param: number; scored: ScoredValue },
): Spread | undefined {
  const list = sheet.reading.candidates
    .filter(
      (candidate) =>
        candidate.items !== undefined &&
        candidate.start >= draft.range.from &&
        candidate.end <= draft.range.to &&
        isCoordination(sheet, candidate),
    )
    .toSorted((a, b) => alien(a, scored) - alien(b, scored))
    .find((candidate) => candidate.items?.some((item) => item.start === scored.start && item.end === scored.end));
  if (list?.items === undefined) return undefined;
  const members = list.items;
  const used = [...draft.fill.chosen].filter(([other]) => other !== param).map(([, other]) => other);
  if (
    used.some(
      (other) =>
        other.kind !== "flag" &&
        !(other.shared === true && scored.shared === true) &&
        members.some((item) => other.start < item.end && item.start < other.end),
    )
  )
    return undefined;
  const values = list.items.map((item) => valueFor(draft, param, item));
  const poor = values.some(
    (value) => value === undefined || (value.kind === "phrase" && value.score < (list.items?.length === 2 ? 0.8 : 0.3)),
  );
  return poor ? undefined : { param, values: values.flatMap((value) => value ?? []), from: list.start };
}

/** "in ascending and descending order": several options of one parameter, side by side. */
function optionSpread(
  sheet: Sheet,
  draft: Draft,
  { param, scored }: { param: number; scored: ScoredValue },
): Spread | undefined {
  const hits = (draft.fill.offers.offered[param] ?? [])
    .filter(
      (hit) =>
        hit.kind === "option" &&
        hit.score > scored.score - 0.5 &&
        hit.start >= draft.range.from &&
        hit.end <= draft.range.to,
    )
    .toSorted((a, b) => a.start - b.start);
  const chain = hits.filter((hit, i) => hits.findIndex((other) => other.value === hit.value) === i);
  const joined = chain.every((hit, i) => {
    const next = chain[i + 1];
    return (
      next === undefined ||
      (next.start - hit.end <= 5 &&
        next.start > hit.start &&
        (sheet.separators[next.start] ?? 0) > (sheet.separators[hit.end] ?? 0))
    );
  });
  const strict = draft.fill.offers.params[param]?.options.some((option) => option.strict) === true;
  const tight = chain.every((hit, i) => (chain[i + 1]?.start ?? hit.end) - hit.end <= 2);
  return chain.length > 1 && joined && (strict || tight) ? { param, values: chain } : undefined;
}

/** Members of another kind than the value. */
function alien(list: Candidate, scored: ScoredValue): number {
  return list.items?.filter((item) => item.kind !== scored.kind).length ?? 0;
}

function valueFor(draft: Draft, param: number, item: Candidate): ScoredValue | undefined {
  return draft.fill.offers.offered[param]?.find((scored) => scored.start === item.start && scored.end === item.end);
}

/** Two names with only a comma between them are a place, not a list. */
function isCoordination(sheet: Sheet, list: Candidate): boolean {
  const items = list.items ?? [];
  if (items.length > 2) return true;
  const [first, second] = items;
  if (first === undefined || second === undefined) return false;
  return sheet.reading.tokens
    .slice(first.end, second.start)
    .some((token) => token.kind === "word" || token.text === "&");
}
