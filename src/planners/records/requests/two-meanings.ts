import { isAskedOrder } from "../../../language/clauses/asked-order.ts";
import { changes, settles } from "../../../language/words/operation.ts";
import type { Clause } from "../../../language/clauses/clause.ts";
import type { ReadingContext } from "./context.ts";
import { isItem, type Item } from "../items/item.ts";
import type { Doubt, Request } from "./request.ts";

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
