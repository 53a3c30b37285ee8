import { compact } from "../../../plan/compact.ts";
import type { Operation } from "../../../language/words/operation.ts";
import { type Item, isItem, type ItemOf, type Meaning } from "../items/item.ts";
import { roleRules } from "./role-rules.ts";
import type { Mode, Role, RoleSite } from "./role-site.ts";

export type { Mode, Role };

const free: ReadonlySet<Meaning["is"]> = new Set(["prep", "joint", "filler", "sign", "polarity"]);

export type Part = { item: Item; role: Role; rule: string };
export type Frame = { parts: readonly Part[]; score: number };

type Assigning = {
  items: readonly Item[];
  mode: Mode;
  op?: Operation;
  verbAt?: number;
  ablated?: ReadonlySet<string>;
};

/** Frames that are kept while a clause is read. */
const beam = 24;
/** What an item costs that nobody can place. */
const unreadCost = -6;

/** The ways to read the items of a clause, the best first. */
export function assignRoles({ items, mode, op, verbAt, ablated }: Assigning): Frame[] {
  let frames: Frame[] = [{ parts: [], score: 0 }];
  items.forEach((item, at) => {
    const site = siteOf({ items, mode, ...compact({ op, verbAt }) }, at);
    const choices = choicesOf(site, ablated);
    frames = frames
      .flatMap(({ parts, score }) =>
        choices.map(({ role, rule, weight }) => ({ parts: [...parts, { item, role, rule }], score: score + weight })),
      )
      .toSorted((a, b) => b.score - a.score)
      .slice(0, beam);
  });
  return frames;
}

type Choice = { role: Role; rule: string; weight: number };

function choicesOf(site: RoleSite, ablated: ReadonlySet<string> | undefined): Choice[] {
  const { item } = site;
  if (free.has(item.is)) return [{ role: "skip", rule: "free", weight: 0 }];
  const ruled = scopeOver(site);
  if (ruled !== undefined) return [{ role: ruled, rule: ruled, weight: 1 }];
  const best = new Map<Role, Choice>();
  for (const { id, item: is, role, weight, when } of roleRules) {
    if (is !== item.is || ablated?.has(id) === true || when?.(site) === false) continue;
    const known = best.get(role);
    if (known === undefined || known.weight < weight) best.set(role, { role, rule: id, weight });
  }
  return [...best.values(), { role: "unread", rule: "unread", weight: unreadCost }];
}

/** What "except" leaves out and what "not" or "instead of" rules out. */
function scopeOver({ item, items, mode }: RoleSite): Role | undefined {
  if (/^(?:joint|prep|filler|sign)$/.test(item.is)) return undefined;
  for (const one of items) {
    if (isItem(one, "quantifier") && one.span.value === "except" && isIn(item, exceptScope(one, items)))
      return "except";
    // "Which deals are not closed": a question denies what stands behind the word.
    const isAsked = mode === "ask" && item.end <= one.start;
    if (isItem(one, "polarity") && !isAsked && isIn(item, ruledOutScope(one, items))) return "ruledOut";
  }
  return undefined;
}

/** What "except" leaves out: the names and descriptions behind it, up to where a value is given. */
function exceptScope({ span, end }: ItemOf<"quantifier">, items: readonly Item[]): { start: number; end: number } {
  if (span.scope !== undefined && span.scope.end > span.scope.start) return span.scope;
  let last = end;
  for (const item of items) {
    if (item.start < end) continue;
    if (isItem(item, "prep") && last > end && /^(?:goal|place)$/.test(item.role)) break;
    if (!/^(?:key|name|person|option|mark|kind|joint|filler|whose|prep|sign|date|quoted|unknown|word)$/.test(item.is))
      break;
    last = item.end;
  }
  return { start: end, end: last };
}

/** "Instead of A, B": one thing is replaced. */
function ruledOutScope({ span, end }: ItemOf<"polarity">, items: readonly Item[]): { start: number; end: number } {
  // "Not to lost": a scope that holds only the preposition reaches to what stands behind it.
  const isEmpty = !items.some((item) => isIn(item, span.scope) && !isSmall(item));
  if (span.value !== "instead" && !isEmpty) return span.scope;
  const start = isEmpty ? end : span.scope.start;
  const first = items.find((item) => item.start >= start && !isSmall(item));
  return { start, end: isEmpty ? (first?.end ?? start) : Math.min(span.scope.end, first?.end ?? span.scope.end) };
}

function isIn(item: Item, scope: { start: number; end: number } | undefined): boolean {
  return scope !== undefined && item.start >= scope.start && item.end <= scope.end;
}

function siteOf(context: Pick<RoleSite, "items" | "mode" | "op" | "verbAt">, at: number): RoleSite {
  const { items } = context;
  const item = items[at];
  if (item === undefined) throw new RangeError("no item");
  const prep = prepOf(items, at);
  const before = items.slice(0, at).findLast((one) => !isSmall(one));
  const after = items.slice(at + 1).find((one) => !isSmall(one));
  return {
    ...context,
    item,
    at,
    ...compact({ prep, before, after }),
  };
}

function isSmall({ is }: Item): boolean {
  return is === "prep" || is === "filler" || is === "joint" || is === "sign";
}

/** The preposition right before an item; words that describe the item may stand between. */
function prepOf(items: readonly Item[], at: number): ItemOf<"prep"> | undefined {
  for (let i = at - 1; i >= 0; i -= 1) {
    const item = items[i];
    if (isItem(item, "prep")) return item;
    if (item?.is !== "filler" && item?.is !== "whose" && item?.is !== "kind" && item?.is !== "field") return undefined;
  }
  return undefined;
}
