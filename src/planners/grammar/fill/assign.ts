import type { ParamProfile } from "../profile/param-profile.ts";
import type { Offers } from "./offers.ts";
import type { ScoredValue } from "./scored.ts";

/** Tokens an assignment may use. */
export type Range = { from: number; to: number };

/** Values for parameters that fit together: no token is used twice. `chosen` goes by the index of the parameter. */
export type Fill = { offers: Offers; chosen: ReadonlyMap<number, ScoredValue>; total: number };

/** One value more than the state before; a linked list, as most states are dropped again. */
type State = { total: number; last: { i: number; scored: ScoredValue; before: State["last"] } | undefined };

const width = 40;
const perParam = 12;
const missingCost = 1.5;
const thresholds = { number: 1.3, text: 1.75, named: 1.15, date: 1.35 } as const;

/** For a part that only changes an earlier call: what speaks for a value beside its score. */
type Change = (param: number, scored: ScoredValue) => number;

/** Joint choice by beam: pairwise terms (overlap, order) cannot be had from a plain matching. */
export function assign(offers: Offers, range: Range, change?: Change): Fill {
  let beam: State[] = [{ total: 0, last: undefined }];
  for (const [i, param] of offers.params.entries()) {
    const gathered = offers.gather[i]?.(range) ?? [];
    const list = [...gathered, ...inRange(offers.offered[i] ?? [], range)];
    const next: State[] = [];
    for (const state of beam) {
      next.push({
        total: state.total - (param.required && change === undefined ? missingCost : 0),
        last: state.last,
      });
      for (const scored of list) {
        const gain =
          change === undefined
            ? worth(param, scored)
            : optionalWorth(param, { ...scored, score: scored.score + change(i, scored) });
        if (gain === undefined || overlaps(state, scored)) continue;
        next.push({
          total: state.total + gain + fitness(offers, state, { i, scored }),
          last: { i, scored, before: state.last },
        });
      }
    }
    beam = list.length === 0 ? next : next.sort((a, b) => b.total - a.total).slice(0, width);
  }
  const chosen: [number, ScoredValue][] = [];
  for (let at = beam[0]?.last; at !== undefined; at = at.before) chosen.unshift([at.i, at.scored]);
  return { offers, chosen: new Map(chosen), total: beam[0]?.total ?? 0 };
}

function inRange(list: readonly ScoredValue[], range: Range): ScoredValue[] {
  const fits: ScoredValue[] = [];
  for (const scored of list) {
    if (scored.start < range.from || scored.end > range.to) continue;
    fits.push(scored);
    if (fits.length === perParam) break;
  }
  return fits;
}

/** What taking a value adds; an optional parameter is left out unless the value is good. */
function worth(param: ParamProfile, scored: ScoredValue): number | undefined {
  if (param.required) return scored.score > 0.2 ? Math.min(scored.score, 4) : undefined;
  return optionalWorth(param, scored);
}

function optionalWorth(param: ParamProfile, scored: ScoredValue): number | undefined {
  const dated = scored.candidate?.date !== undefined && (param.hints.date || param.hints.time);
  const threshold =
    scored.kind === "option" || scored.kind === "flag" || (scored.named === true && scored.kind !== "phrase")
      ? thresholds.named
      : dated
        ? thresholds.date
        : param.type === "integer" || param.type === "number"
          ? thresholds.number
          : thresholds.text;
  const least = param.wanted ? threshold - 0.6 : threshold;
  return scored.score >= least ? Math.min(scored.score, 4) - least + 0.3 : undefined;
}

function overlaps(state: State, scored: ScoredValue): boolean {
  if (scored.kind === "flag") return false;
  for (let { last } = state; last !== undefined; last = last.before)
    if (last.scored.kind !== "flag" && !sharing(last.scored, scored) && meets(last.scored, scored)) return true;
  return false;
}

/** Two parts of one date: its day and its time, its year and its month. The same words twice are none. */
function sharing(a: ScoredValue, b: ScoredValue): boolean {
  return a.shared === true && b.shared === true && !(typeof a.value === "string" && a.value === b.value);
}

export function meets(a: ScoredValue, b: ScoredValue): boolean {
  if (a.spans === undefined && b.spans === undefined) return a.start < b.end && b.start < a.end;
  const left = a.spans ?? [[a.start, a.end] as const];
  const right = b.spans ?? [[b.start, b.end] as const];
  return left.some(([start, end]) => right.some(([from, to]) => start < to && from < end));
}

/** Like parameters take their values in order. */
function fitness({ params, lists }: Offers, state: State, add: { i: number; scored: ScoredValue }): number {
  const param = params[add.i];
  if (param === undefined) return 0;
  let sum = 0;
  for (let { last } = state; last !== undefined; last = last.before) {
    const { scored: other } = last;
    const earlier = params[last.i];
    if (earlier === undefined || earlier.type !== param.type || other.kind === "flag" || other.kind === "option")
      continue;
    const forward = other.start < add.scored.start;
    const unlike = other.kind !== "number" || earlier.required !== param.required;
    if (unlike && spreads(lists, other, add.scored) && !(rank(earlier) !== undefined && rank(param) !== undefined))
      sum -= other.kind === "number" ? 1.5 : 0.9;
    const [a, b] = [rank(earlier), rank(param)];
    if (a !== undefined && b !== undefined && a !== b && earlier.head === param.head)
      sum += a < b === forward ? 0.4 : -0.8;
    else if (earlier.required && param.required) sum += forward ? 0.1 : 0;
  }
  return sum;
}

/** Two members of one coordination in two unlike parameters. */
function spreads(lists: ReadonlyMap<number, number>, a: ScoredValue, b: ScoredValue): boolean {
  const list = lists.get(a.start);
  return list !== undefined && list === lists.get(b.start) && a.kind !== "list" && b.kind !== "list";
}

function rank(param: ParamProfile): number | undefined {
  const { ordinal, end } = param.hints;
  if (ordinal !== undefined) return ordinal;
  return end === "start" || end === "low" ? 1 : end === "end" || end === "high" ? 2 : undefined;
}
