import { languages } from "../../../language/languages.ts";
import { hasConcept } from "../../../language/lexicon/has-concept.ts";
import type { ReadingContext } from "./context.ts";
import { isItem, type Item } from "../items/item.ts";
import type { Creation } from "./read-create.ts";
import { strayItem } from "./stray.ts";
import { isFinite, mayCallOff, isUnknownOrder, opensWhen } from "./tells.ts";

/** What stands before the noun of something new and is neither its verb nor a value: "it is risky to create …", "get ready to …". */
export function strayHead(head: readonly Item[], context: ReadingContext): string | undefined {
  const verb = head.findLastIndex(({ is }) => is === "verb");
  const lead = head.slice(0, Math.max(verb, 0));
  const other = lead.find(
    (item) => /^(?:word|unknown|question|polarity)$/.test(item.is) || (isItem(item, "verb") && !isAid(item)),
  );
  const made = head[verb];
  const isPast = isItem(made, "verb") && made.form === "past";
  return other?.text ?? strayItem(head, context) ?? (isPast ? made.text : undefined);
}

/** Verbs that only lead to another one: "try to", "help me". */
function isAid({ op, form }: Item & { is: "verb" }): boolean {
  return op === "do" || form === "participle";
}

/**
 * What stands behind the text of something new and may be said of the order: set off, and such that it calls it off or says whose it is; a
 * verb that judges it; a condition. A text behind a colon and what one is reminded of have words of their own.
 */
export function strayTail({ head, body, record }: Creation, context: ReadingContext): string | undefined {
  const { tokens } = context.reading;
  const [first] = body;
  const isReminder = head.some((item) => isItem(item, "verb") && item.op === "remind");
  if (first === undefined || isReminder) return undefined;
  if (tokens.slice(head.at(-1)?.end ?? first.start, first.start).some(({ text }) => text === ":")) return undefined;
  const isAsked = body.at(-1)?.text === "?";
  const marks = record.body === undefined || isAsked ? /^(?:[,:;—–(-]|…|\.+)$/ : /^(?:[,;—–(-]|…|\.+)$/;
  const apart = partsApart(body, marks).find((part) => speaksOfOrder(part, context));
  if (apart !== undefined) return apart.map(({ text }) => text).join(" ");
  const condition = body.find(
    (item, at) => at > 0 && opensWhen([item], context) && !/^(?:date|time)$/.test(body[at + 1]?.is ?? ""),
  );
  if (condition !== undefined)
    return body
      .slice(body.indexOf(condition))
      .map(({ text }) => text)
      .join(" ");
  const judged = body.find((item, i) => i > 0 && isCopula(item, context) && !describes(body[i - 1]));
  if (judged !== undefined) return judged.text;
  if (record.body !== undefined) return undefined;
  // A name that is no sentence has no small words but those of a name, no order behind "and", no condition, and no range.
  const range = body.find(
    (item) => (isItem(item, "number") && item.span.max !== undefined) || /^[\d.,]+[-–][\d.,]+$/.test(item.text),
  );
  const order = body.find((_, i) => {
    const behind = body.slice(i);
    const before = body[i - 1];
    if (before?.is !== "joint") return false;
    return isUnknownOrder(behind, context) || (before.text !== "," && isPlainRun(behind, context));
  });
  return strayItem(body, context) ?? range?.text ?? order?.text;
}

/** What commas, dashes and the like set off behind the first words; a colon in a task leads to more of it. */
function partsApart(body: readonly Item[], marks: RegExp): Item[][] {
  const parts: Item[][] = [[]];
  for (const item of body)
    if (hasConcept(item.text, "link.but")) parts.push([item]);
    else if (marks.test(item.text)) parts.push([]);
    else parts.at(-1)?.push(item);
  return parts.slice(1).filter(({ length }) => length > 0);
}

/** "… - not now", "…, should they insist", "… - this needs a sign-off", "…: is that wise?": no words of a name, but of whether it is wanted. */
function speaksOfOrder(part: readonly Item[], context: ReadingContext): boolean {
  const [first] = part;
  const token = context.reading.tokens[first?.start ?? -1];
  const inverts = token !== undefined && hasConcept(token.lower, "ask.whether");
  // "…, Tom owns it" is a value.
  if (part.some((item) => isItem(item, "verb") && item.op === "own")) return false;
  const isContrast = hasConcept(first?.text ?? "", "link.but");
  // "Trade show booth": a plain form is as often a noun.
  const isPlainForm = ({ start }: Item): boolean => {
    const { lang = "en", lower = "" } = context.reading.tokens[start] ?? {};
    return /^(?:infinitive|imperative)$/.test(languages[lang].verbForm(lower) ?? "");
  };
  const tells = part.some(
    (item) => (isFinite(item, context) && !isPlainForm(item)) || /^(?:polarity|question)$/.test(item.is),
  );
  const isNeed = hasConcept(first?.text ?? "", "fill.politeness") && !hasConcept(first?.text ?? "", "requests");
  return isContrast || inverts || tells || isNeed || mayCallOff(part, context);
}

/** "… and bake a cake": behind "and" several words that are no name. */
function isPlainRun(items: readonly Item[], { reading: { tokens } }: ReadingContext): boolean {
  const isPlain = ({ is, start }: Item): boolean =>
    /^(?:unknown|word|verb)$/.test(is) && tokens[start]?.capital !== true && tokens[start]?.kind === "word";
  return items.length > 1 && items.slice(0, 2).every(isPlain);
}

/** "… is a bad idea", "… was the plan", "… would be wrong". */
function isCopula({ start, is }: Item, { reading }: ReadingContext): boolean {
  const token = reading.tokens[start];
  if (token?.kind !== "word" || is !== "filler") return false;
  const { ordersBy, lexicon } = languages[token.lang];
  return ordersBy === "place" && lexicon.concepts(token.lower).some((one) => one === "ask.whether" || one === "could");
}

/** "… that is", "… what was": a description. */
function describes(before: Item | undefined): boolean {
  return (
    before !== undefined && (before.is === "question" || hasConcept(before.text, "relative") || before.is === "pronoun")
  );
}
