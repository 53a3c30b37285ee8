import { hasConcept } from "../../../language/lexicon/has-concept.ts";
import { buildSets } from "../sets/build-set.ts";
import type { ReadingContext } from "../requests/context.ts";
import { isItem, type Item } from "../items/item.ts";
import { isDoubt, type Request } from "../requests/request.ts";
import { assignRoles } from "../sets/roles.ts";
import { rowsOf } from "../sets/tests.ts";
import type { TextReading } from "../requests/text-state.ts";

/** "The same for Ann's late one": what was asked for before, for others; what has been done meanwhile is left out. */
export function repeatedFor({ requests, isDone }: TextReading, context: ReadingContext): Request[] | undefined {
  const last = requests.at(-1);
  if (last === undefined || !("set" in last)) return undefined;
  const isOne = (item: Item): boolean => isItem(item, "number") && item.span.value === 1;
  const items = context.items.filter((item) => !isSameAgain(item) && !isOne(item));
  for (const { parts } of assignRoles({ items, mode: "ask" })) {
    if (parts.some(({ role }) => role === "unread")) continue;
    const made = buildSets({ parts, kind: last.set.kind, asks: false }, { ...context, spokenOf: {} });
    if (made === undefined || isDoubt(made)) continue;
    const isMany = context.items.some((item) => isItem(item, "kind") && item.many);
    const sets = made.sets.filter(({ tests }) => tests.length > 0).map((set) => ({ ...set, all: set.all && isMany }));
    const isThere = (one: Request): boolean => "set" in one && rowsOf(one.set, context.world).length > 0;
    const before = isDone === true ? [] : requests.filter(isThere);
    return sets.length === 0 ? undefined : [...before, ...sets.map((set) => ({ ...last, set }))];
  }
  return undefined;
}

export function isSameAgain({ is, text }: Item): boolean {
  return /^(?:pronoun|filler|word|unknown)$/.test(is) && hasConcept(text.split(" ").at(-1) ?? "", "same");
}
