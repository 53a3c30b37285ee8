import { languages } from "../../../language/languages.ts";
import { hasRole } from "../../../language/words/roles.ts";
import { meets, type Range } from "../fill/assign.ts";
import type { ScoredValue } from "../fill/scored.ts";
import type { Sheet } from "../fill/sheet.ts";
import { isElliptic } from "../../../language/clauses/segments.ts";
import type { ParamProfile } from "../profile/param-profile.ts";
import type { Draft } from "./draft.ts";

const weak = 0.7;
const sure = 1.1;

/**
 * Gives calls what they leave unsaid. A required value that is missing, or weak where another call has a sure one, comes
 * from the uncovered parts of the goal, then from the nearest call of the same tool, then from any call. A clause without
 * a verb of its own also takes over the optional values of the call it continues.
 */
export function carry(sheet: Sheet, drafts: readonly Draft[], uncovered: readonly Range[]): Draft[] {
  const done: Draft[] = [];
  for (const [at, draft] of drafts.entries()) {
    const chosen = new Map(draft.fill.chosen);
    // Where earlier calls declare what they give back, a gap is filled by a reference, not by a copy.
    const linked = drafts
      .slice(0, at)
      .some((other) => other.tool !== draft.tool && other.tool.spec.outputSchema !== undefined);
    const previous = done.findLast((other) => other.tool === draft.tool && other.range !== draft.range);
    for (const [i, param] of draft.fill.offers.params.entries()) {
      const own = chosen.get(i);
      if (param.required && own === undefined)
        set(
          chosen,
          i,
          fromContext(draft, i, { uncovered, chosen }) ??
            (linked && !param.hints.identifier ? undefined : fromSibling(drafts, at, i)),
        );
      else if (param.required && own !== undefined && own.score < weak && drafts.length > 1) {
        const better = fromSibling(drafts, at, i);
        if (better !== undefined && better.score > sure) chosen.set(i, better);
      } else if (
        !param.required &&
        own === undefined &&
        previous !== undefined &&
        isElliptic(sheet.reading, draft.range)
      )
        set(chosen, i, previous.fill.chosen.get(i));
      else if (!param.required && own === undefined && previous !== undefined && saysSame(sheet, draft.range, param))
        set(chosen, i, previous.fill.chosen.get(i));
      else if (!param.required && own === undefined && drafts.length > 1)
        set(chosen, i, fromTrailing(sheet, drafts.slice(at), i) ?? fromStatement(sheet, drafts, { at, param: i }));
    }
    done.push({ ...draft, fill: { ...draft.fill, chosen } });
  }
  return done;
}

function set(chosen: Map<number, ScoredValue>, param: number, value: ScoredValue | undefined): void {
  if (value !== undefined) chosen.set(param, value);
}

/** "solar for 12 months and wind for 8 months in Ohio": what stands behind all that is coordinated is said of all. */
function fromTrailing(sheet: Sheet, [draft, ...rest]: readonly Draft[], param: number): ScoredValue | undefined {
  let end = draft?.range.to;
  for (const next of rest) {
    if (next.tool !== draft?.tool || next.range.from !== end || !isElliptic(sheet.reading, next.range))
      return undefined;
    const scored = next.fill.chosen.get(param);
    const common = [...next.fill.chosen].filter(
      ([i, other]) => i !== param && draft.fill.chosen.has(i) && other.start >= 0,
    );
    if (scored !== undefined) return common.every(([, other]) => other.start < scored.start) ? scored : undefined;
    end = next.range.to;
  }
  return undefined;
}

/**
 * "An archer hits with a probability of 0.7. …", "Use a level of 0.05 for both": a sentence before all the calls, behind
 * them, or about all of them, that has none of the values in which they differ.
 */
function fromStatement(
  sheet: Sheet,
  drafts: readonly Draft[],
  { at, param }: { at: number; param: number },
): ScoredValue | undefined {
  const twins = drafts.filter((draft) => draft.tool === drafts[at]?.tool);
  const held = twins.flatMap((draft) => (draft.replaced === undefined ? (draft.fill.chosen.get(param) ?? []) : []));
  const [scored] = held;
  if (scored === undefined || held.length > 1 || scored.start < 0) return undefined;
  const sentence = (one: ScoredValue): number => sheet.stops[one.start] ?? 0;
  const others = twins
    .flatMap((draft) => [...draft.fill.chosen].filter(([i]) => i !== param).map(([, other]) => other))
    .filter(({ kind, start }) => kind !== "flag" && start >= 0)
    .map(sentence);
  const own = sentence(scored);
  if (others.length === 0 || others.includes(own)) return undefined;
  const outside = own < Math.min(...others) || own > Math.max(...others);
  const general = sheet.reading.tokens.some(
    (token, i) => sheet.stops[i] === own && languages[token.lang].quantifiers.has(token.lower),
  );
  return outside || general ? scored : undefined;
}

/** "for the same year": the parameter is named, its value was said before. */
function saysSame({ reading: { tokens } }: Sheet, range: Range, param: ParamProfile): boolean {
  return tokens.slice(range.from, range.to).some(
    (token, i) =>
      hasRole(token.lower, "same") &&
      tokens.slice(range.from + i + 1, range.from + i + 4).some((word) => {
        const stems = [word.stem, ...languages[word.lang].meanings(word.stem)];
        return stems.some((stem) => param.nameStems.includes(stem) || param.gloss === stem);
      }),
  );
}

function fromContext(
  draft: Draft,
  param: number,
  at: { uncovered: readonly Range[]; chosen: ReadonlyMap<number, ScoredValue> },
): ScoredValue | undefined {
  return draft.fill.offers.offered[param]?.find(
    (scored) =>
      scored.score > 0.3 &&
      at.uncovered.some((range) => scored.start >= range.from && scored.end <= range.to) &&
      ![...at.chosen.values()].some((other) => meets(other, scored)),
  );
}

/** The same parameter of the nearest call of the same tool, then of any call, earlier ones first. */
function fromSibling(drafts: readonly Draft[], at: number, param: number): ScoredValue | undefined {
  const draft = drafts[at];
  const wanted = draft?.fill.offers.params[param];
  if (wanted === undefined) return undefined;
  const near = drafts
    .map((draft, i) => ({ draft, distance: Math.abs(i - at), later: i > at ? 1 : 0 }))
    .filter(({ distance }) => distance > 0)
    .toSorted(
      (a, b) =>
        Number(b.draft.tool === draft?.tool) - Number(a.draft.tool === draft?.tool) ||
        a.later - b.later ||
        a.distance - b.distance,
    );
  const named = near.flatMap(({ draft }) =>
    valuesOf(draft, (other) => other.nameStems.join(" ") === wanted.nameStems.join(" ")),
  );
  return named.find(({ param: other }) => other.type === wanted.type)?.scored;
}

type HeldValue = { param: ParamProfile; scored: ScoredValue };

function valuesOf(draft: Draft, fits: (param: ParamProfile) => boolean): HeldValue[] {
  return [...draft.fill.chosen].flatMap(([i, scored]) => {
    const param = draft.fill.offers.params[i];
    return param !== undefined && fits(param) ? [{ param, scored }] : [];
  });
}
