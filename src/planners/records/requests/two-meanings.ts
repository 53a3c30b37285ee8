import { isAskedOrder } from "../../../language/clauses/asked-order.ts";
import { changes, settles } from "../../../language/words/operation.ts";
import type { Clause } from "../../../language/clauses/clause.ts";
import type { ReadingContext } from "./context.ts";
import { isItem, type Item } from "../items/item.ts";
import type { Doubt, Request } from "./request.ts";
import { hasConcept } from "../../../language/lexicon/has-concept.ts";
import { namedSets } from "../sets/spoken-sets.ts";
import { textOf } from "../world/find-rows.ts";
import { hasMeaning } from "./text-state.ts";

/** "Close T-4?" may only ask whether to. A text has marks of its own. */
export function askedOrder(
  clause: Clause,
  made: readonly Request[],
  { reading, answers }: ReadingContext,
): Doubt | undefined {
  const { start = 0, end = 0 } = reading.sentences[clause.sentence] ?? {};
  const isText = made.every((one) => one.do === "ask" || (one.do === "operate" && one.text !== undefined));
  const hasText = reading.tokens.slice(start, end).some(({ text }) => text === ":");
  if (isText || hasText || "meant:order" in answers || !isAskedOrder(clause, reading)) return undefined;
  return { doubt: "meant", of: "order", said: clause.text };
}

/** "I think we should close T-4": an order that is doubted and not denied is asked about; answered, its words without the doubt. */
export function hedgedOrder(
  { act, polarity, verb }: Clause,
  items: readonly Item[],
  { reading, answers }: ReadingContext,
): readonly Item[] | Doubt | undefined {
  const order = reading.spans[verb ?? -1];
  const isOrder = order?.kind === "verb" && /^(?:imperative|infinitive)$/.test(order.form) && changes(order.op);
  const first = items.find(hasMeaning);
  const hedges = items.filter((item) => isItem(item, "polarity"));
  const isUnsure = hedges.every(({ span }) => span.value === "unsure" || span.value === "almost");
  const isAsked = act === "ask" || act === "cancel" || act === "forbid" || first?.is === "question";
  if (polarity !== "hedged" || !isOrder || isAsked || hedges.length === 0 || !isUnsure) return undefined;
  const said = items.slice(
    Math.max(
      0,
      items.findIndex(({ start }) => start >= order.start),
    ),
  );
  const words = said.map(({ text }) => text).join(" ");
  if (!("meant:order" in answers)) return { doubt: "meant", of: "order", said: words };
  return said.filter((item) => !isItem(item, "polarity"));
}

/** "T-4 is no longer needed", «T-4 больше не нужна»: to be called off, or to be gone; the answer decides. */
export function needlessRecord(items: readonly Item[], context: ReadingContext): Request | Doubt | undefined {
  const { reading, world, answers } = context;
  const words = ({ start, end }: Item): readonly string[] => reading.tokens.slice(start, end).map(({ lower }) => lower);
  const isNeed = (item: Item): boolean => words(item).some((word) => hasConcept(word, "needed"));
  const isNamed = items.some(({ is }) => is === "name" || is === "key");
  const isDenied = items.some((item) => isItem(item, "polarity") && item.span.value === "not");
  const isPlain = ({ is }: Item): boolean =>
    /^(?:name|key|kind|polarity|filler|sign|joint|quantifier|compare|pronoun)$/.test(is);
  if (!isNamed || !isDenied || !items.some(isNeed) || !items.every((item) => isPlain(item) || isNeed(item)))
    return undefined;
  const [set] = namedSets(items, context);
  const record = world.pack.records[set?.kind ?? ""];
  if (set === undefined || record === undefined) return undefined;
  const { field, value } = record.deeds["cancel"] ?? {};
  const answer = answers["meant:needless"];
  if (answer === undefined) return { doubt: "meant", of: "needless", said: set.said };
  if (answer === "delete") return { do: "remove", set };
  if (field === undefined || value === undefined) return { doubt: "impossible", said: set.said };
  return { do: "change", set, changes: [{ field, value: { is: "json", value, shown: textOf(value) } }], missing: [] };
}

/** "Close T-4 - Tom": a name behind an order and a dash signs it, or says who gets it. */
export function withSignature(context: ReadingContext): ReadingContext | Doubt {
  const { items, answers } = context;
  const at = items.findLastIndex(({ is }) => is !== "sign");
  const [dash, name] = [items[at - 1], items[at]];
  if (dash === undefined || !isItem(name, "person") || name.form !== "plain" || !/^[-–—]$/.test(dash.text))
    return context;
  const before = items.slice(0, at - 1);
  const verb = before.find((item) => isItem(item, "verb") && item.form === "imperative");
  const isGiven = isItem(verb, "verb") && /^(?:assign|own)$/.test(verb.op) && !before.some(({ is }) => is === "person");
  if (verb === undefined || isGiven || /^(?:field|operation)$/.test(before.at(-1)?.is ?? "")) return context;
  if (before.some(({ is }) => is === "operation")) return context;
  const answer = answers["meant:signature"];
  if (answer === undefined) return { doubt: "meant", of: "signature", said: name.text };
  const leads: Item = { ...dash, is: "prep", word: dash.text, role: "goal" };
  return { ...context, items: answer === "signature" ? before : items.with(at - 1, leads) };
}

/** "Note on A: they paid, and close it": an order behind a text that states something is part of it, or another one. */
export function orderBehind(text: readonly Item[]): { end: Item; order: Item } | undefined {
  const at = text.findIndex((item) => isItem(item, "verb") && item.form === "imperative");
  const order = text[at];
  if (!isItem(order, "verb") || !changes(order.op)) return undefined;
  const before = text.slice(0, at);
  const end = before[before.findLastIndex(({ is }) => !/^(?:filler|joint|sign)$/.test(is)) + 1];
  if (end === undefined || end === text[0] || !/^(?:joint|sign)$/.test(end.is)) return undefined;
  const rest = text.slice(at + 1);
  const isKnown = rest.every(({ is }) => !/^(?:unknown|word|quoted)$/.test(is));
  const isWhole = settles(order.op) || rest.some(({ is }) => /^(?:pronoun|key|name|option)$/.test(is));
  return isKnown && isWhole ? { end, order } : undefined;
}
