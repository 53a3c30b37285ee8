import { assign, type Fill, type Range } from "../fill/assign.ts";
import { createOffers, type Offers } from "../fill/offers.ts";
import type { ScoredValue } from "../fill/scored.ts";
import { type Sheet, strengthOf } from "../fill/sheet.ts";
import type { ToolProfile } from "../profile/tool-profile.ts";
import { score } from "../rules.ts";
import type { ToolIndex } from "../search/tool-index.ts";
import { type Match, matchTool } from "./match.ts";

/** A call being made: which tool, over which part of the goal, with which values. */
export type Draft = {
  tool: ToolProfile;
  range: Range;
  fill: Fill;
  match: Match;
  value: number;
  /** Its values can be beside another call of the tool. */ solid: boolean;
  /** How many values of an earlier call it replaces, where it only changes that call. */ replaced?: number;
};

/** Makes drafts and remembers them, so that the search over segments never fills the same thing twice. */
export type Drafter = {
  draft(tool: ToolProfile, range: Range): Draft;
  /** The call before once more, with what this part changes; nothing where it changes nothing. */
  vary(previous: Draft, range: Range): Draft | undefined;
};

export function createDrafter(sheet: Sheet, index: ToolIndex): Drafter {
  const offered = new Map<ToolProfile, Offers>();
  const drafted = new Map<ToolProfile, Map<string, Draft>>();
  const offers = (tool: ToolProfile): Offers => {
    const known = offered.get(tool) ?? createOffers(sheet, tool);
    offered.set(tool, known);
    return known;
  };
  const draft = (tool: ToolProfile, range: Range): Draft => {
    const byRange = drafted.get(tool) ?? new Map<string, Draft>();
    drafted.set(tool, byRange);
    const key = `${range.from}-${range.to}`;
    const known = byRange.get(key);
    if (known !== undefined) return known;
    const fill = assign(offers(tool), range);
    const match = matchTool(sheet, index, { tool, range });
    const made: Draft = {
      tool,
      range,
      fill,
      match,
      value: score(
        {
          "call.required": strength(fill, { sheet, range }),
          "call.quality": quality(fill),
          "call.tool": match.score,
          "call.optional": optionals(fill),
          "call.unspent": unspent(sheet, fill, range),
        },
        sheet.without,
      ),
      solid: isSolid(fill),
    };
    byRange.set(key, made);
    return made;
  };
  const vary = (previous: Draft, range: Range): Draft | undefined => {
    const changes = assign(offers(previous.tool), range, (i, scored) =>
      framed(sheet, previous.fill.chosen.get(i), scored),
    ).chosen;
    const changed = [...changes].filter(
      ([i, scored]) => JSON.stringify(previous.fill.chosen.get(i)?.value) !== JSON.stringify(scored.value),
    );
    if (changed.length === 0) return undefined;
    const fill: Fill = { ...previous.fill, chosen: new Map([...previous.fill.chosen, ...changes]) };
    const replaced = changed.filter(([i, scored]) => framed(sheet, previous.fill.chosen.get(i), scored) > 0.5).length;
    const spare = unspent(sheet, { ...fill, chosen: changes }, range);
    return { ...previous, range, fill, value: 1.8 + 0.2 * changed.length - 0.5 * spare, solid: true, replaced };
  };
  return { draft, vary };
}

/** A value in the same place as the one it replaces, behind the same small word: "for 15 minutes, then for 25". */
function framed(sheet: Sheet, before: ScoredValue | undefined, scored: ScoredValue): number {
  if (before === undefined || before.kind !== scored.kind || before.start < 1) return 0.3;
  const { tokens, marks } = sheet.reading;
  const [word, other] = [tokens[scored.start - 1], tokens[before.start - 1]];
  return word?.lower === other?.lower && marks.breaks[scored.start - 1] === true ? 0.8 : 0.3;
}

/** Share of required parameters that have a value; half where there are none. */
export function coverage(fill: Fill): number {
  let [all, filled] = [0, 0];
  for (const [i, param] of fill.offers.params.entries()) {
    if (!param.required) continue;
    all += 1;
    if (fill.chosen.has(i)) filled += 1;
  }
  return all === 0 ? 0.6 : filled / all;
}

/** Like coverage, but a weak value counts for less than a good one. */
function strength(fill: Fill, { sheet, range }: { sheet: Sheet; range: Range }): number {
  let [all, sum] = [0, 0];
  for (const [i, param] of fill.offers.params.entries()) {
    if (!param.required) continue;
    all += 1;
    const scored = fill.chosen.get(i);
    if (scored !== undefined) sum += Math.max(0, Math.min(1, (scored.score - 0.2) / 1.2));
    // The parameter is named without a value: the value comes from elsewhere.
    else if (strengthOf(sheet, param.head, range) === 1) sum += 0.4;
  }
  return all === 0 ? 0.6 : sum / all;
}

/** At least one required value, and good ones; a value carried over may be missing, a poor one may not be there. */
function isSolid(fill: Fill): boolean {
  const scores = [...fill.chosen].filter(([i]) => fill.offers.params[i]?.required === true).map(([, scored]) => scored);
  // A tool that takes lists of objects is seldom called twice: what comes in several goes into one list.
  const least = fill.offers.params.some((param) => param.fields.length > 0) ? 0.99 : 0.5;
  if (scores.length === 0 || coverage(fill) < least) return false;
  const good = scores.map((scored) =>
    scored.kind === "number" && scored.score >= 0.8 ? 1 : Math.max(0, Math.min(1, (scored.score - 0.2) / 1.2)),
  );
  return (
    good.reduce((sum, one) => sum + one, 0) / good.length >= 0.6 &&
    [...fill.chosen.values()].some((scored) => scored.kind !== "phrase" || scored.score > 1.2)
  );
}

function optionals(fill: Fill): number {
  return Math.min(3, [...fill.chosen.keys()].filter((i) => fill.offers.params[i]?.required === false).length);
}

/** Mean score of the chosen values. */
function quality(fill: Fill): number {
  const scores = [...fill.chosen.values()].map((scored) => Math.min(scored.score, 3));
  return scores.length === 0 ? 0 : scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

/** Values in the range that the call has no place for. */
function unspent(sheet: Sheet, fill: Fill, range: Range): number {
  const spans = [...fill.chosen.values()].flatMap((scored) => scored.spans ?? [[scored.start, scored.end] as const]);
  let count = 0;
  let end = range.from;
  for (const one of sheet.literals) {
    if (one.start < end || one.end > range.to) continue;
    end = one.end;
    if (!spans.some(([from, to]) => from < one.end && one.start < to)) count += 1;
  }
  return Math.min(3, count);
}
