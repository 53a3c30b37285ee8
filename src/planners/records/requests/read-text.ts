import type { Clause } from "../../../language/clauses/clause.ts";
import { languages } from "../../../language/languages.ts";
import type { Token } from "../../../language/words/token.ts";
import { hasConcept } from "../../../language/lexicon/has-concept.ts";
import { buildSets } from "../sets/build-set.ts";
import { isItem, type Item } from "../items/item.ts";
import { type Doubt, isDoubt, type RecordSet, type Request } from "./request.ts";
import { assignRoles } from "../sets/roles.ts";
import type { ReadingContext } from "./context.ts";
import { orderBehind } from "./two-meanings.ts";
import { textOf, type World } from "../world/world.ts";
import { rowsOf } from "../sets/tests.ts";
import { writesText } from "./writes-text.ts";
import { changes } from "../../../language/words/operation.ts";

/** An operation that needs words of its own: a comment, a note. */
type TextOperation = { kind: string; operation: string; item: Item };

/** The operation with a text that a clause opens with; undefined where there is none. */
export function textOperation(items: readonly Item[], context: ReadingContext): TextOperation[] {
  const { world, spokenOf } = context;
  const needsText = ({ kind, operation }: { kind: string; operation: string }): boolean =>
    world.pack.records[kind]?.operations[operation]?.needs.includes("text") === true;
  // "Delete the note" writes none, and a message to somebody is no note on them.
  if (letterTo(items, world) !== undefined) return [];
  if (items.some((item) => isItem(item, "verb") && /^(?:delete|cancel)$/.test(item.op))) return [];
  return items.flatMap((item): TextOperation[] => {
    if (isItem(item, "operation"))
      return item.senses.filter(needsText).map(({ kind, operation }) => ({ kind, operation, item }));
    // "Tasks mentioning A" describes them.
    if (!isItem(item, "verb") || /^(?:gerund|participle|past)$/.test(item.form)) return [];
    const isSent = item.op === "send" && items.some((_, at) => isWrittenTo(items, at, item));
    const isWritten =
      (/^(?:create|update|send)$/.test(item.op) && announcesText(items, item)) ||
      (writesText(item) && announcesFor([...items, ...behind(items, context)], item));
    const isThere =
      (item.op === "send" || writesText(item)) && spokenOf.set !== undefined && announcesAlone(items, item);
    if (item.op !== "comment" && item.op !== "note" && !isSent && !isWritten && !isThere) return [];
    return Object.entries(world.pack.records).flatMap(([kind, { operations }]) =>
      Object.keys(operations)
        .map((operation) => ({ kind, operation, item }))
        .filter(needsText),
    );
  });
}

/**
 * "Write to Ann that …", "call Bob": a message to somebody who has an address, which no tool of the pack sends. The name it is for;
 * undefined where it is none, or something is to be done with it: "tell Tom to …".
 */
export function letterTo(items: readonly Item[], { pack }: World): string | undefined {
  const said = items.filter((item) => leadsIn(item) || !/^(?:filler|sign|joint)$/.test(item.is));
  const [verb, target, next] = said[1]?.is === "prep" ? said.toSpliced(1, 1) : said;
  const isSent = isItem(verb, "verb") && verb.op === "send" && verb.form === "imperative";
  const isTold = isItem(verb, "verb") && verb.op === "read" && isItem(target, "person") && target.form !== "genitive";
  // "The email of Ann" is a field, "email Ann" an order.
  const lead = items[items.findIndex((item) => item === verb) - 1];
  const isNoun = hasConcept(lead?.text ?? "", "determiner") || (isItem(said[1], "prep") && said[1].role === "owner");
  const isWritten = isItem(verb, "field") && hasConcept(verb.text, "op.send") && !isNoun;
  const says = isSent || isWritten || (isTold && said.slice(2).some(leadsIn));
  const isTask = isItem(next, "verb") ? next.form === "infinitive" : isItem(next, "prep") && said[3]?.is === "verb";
  if (!says || target === undefined || isTask) return undefined;
  const isReached = (kind: string): boolean =>
    Object.values(pack.records[kind]?.fields ?? {}).some(({ type }) => type === "contact");
  const isPerson = isItem(target, "person") || (isItem(target, "name") && [...target.refs.keys()].every(isReached));
  return isPerson && !items.some(({ is }) => is === "key") ? target.text : undefined;
}

/** "Write in T-4 …", "send T-4: …"; "send T-4 to review" is about the record itself. */
function isWrittenTo(items: readonly Item[], at: number, verb: Item): boolean {
  const [before, item, next] = [items[at - 1], items[at], items[at + 1]];
  if (item?.is !== "key" || item.start < verb.end) return false;
  return before?.is === "prep" || next?.is === "quoted" || (next?.is === "sign" && next.text === ":");
}

/** "Write there: …": nothing but the text, for what was spoken of. */
function announcesAlone(items: readonly Item[], verb: Item): boolean {
  const next = items.find(
    (item) => item.start >= verb.end && !/^(?:filler|prep|pronoun)$/.test(item.is) && !isOne(item),
  );
  return next?.is === "sign" && next.text === ":";
}

/** "Add one: …", "add another: …". */
function isOne(item: Item): boolean {
  return (
    (isItem(item, "number") && item.span.value === 1) || (isItem(item, "quantifier") && item.span.value === "other")
  );
}

/** "Write to A that …": a record, and words that lead to a text; "… is what he said" leads to none. */
function announcesText(items: readonly Item[], verb: Item): boolean {
  const target = items.find(({ is, start }) => start >= verb.end && (is === "name" || is === "key"));
  if (items.some(({ is }) => is === "option" || is === "date")) return false;
  const tells = (item: Item, at: number): boolean =>
    leadsIn(item) && !hasConcept(items[at - 1]?.text ?? "", "ask.whether");
  return target !== undefined && items.some((item, at) => item.start >= target.end && tells(item, at));
}

/** `end`: the token that the rest of the message begins with; `isNext`: clauses of their own stand there. */
type ReadText = { made: Request[]; end: number; isNext: boolean };

/** The items behind a clause. */
function behind(items: readonly Item[], { items: all }: ReadingContext): Item[] {
  const end = items.at(-1)?.end ?? 0;
  return all.filter(({ start }) => start >= end);
}

/** «В карточку A впиши: …», "log on A that …": one record, and a colon or a word that leads to a text behind the verb. */
function announcesFor(items: readonly Item[], verb: Item): boolean {
  const at = items.findIndex((item) => item.start >= verb.end && (item.text === ":" || leadsIn(item)));
  const head = items.slice(0, Math.max(at, 0));
  const isPlain = (item: Item): boolean =>
    /^(?:filler|prep|name|key|pronoun|operation|sign|joint)$/.test(item.is) ||
    item === verb ||
    hasConcept(item.text, "noun.record");
  return head.every(isPlain) && head.some(({ is }) => is === "name" || is === "key");
}

/**
 * A comment or a note: the record stands beside the operation's word, the text behind a colon, in quotes, or behind both.
 */
export function readText(
  clause: Clause,
  operations: readonly TextOperation[],
  context: ReadingContext,
): ReadText | Doubt {
  const { tokens, source } = context.reading;
  const [first] = operations;
  if (first === undefined) return { doubt: "words", words: clause.text, understood: [] };
  const inClause = context.items.filter(({ start, end }) => start >= clause.start && end <= tokens.length);
  const { colon, head, quoted } = boundsOf(inClause, first.item);
  const headItems = inClause.filter((item) => item.end <= (quoted?.head ?? head) && !isOne(item));
  const lead = context.items.find(
    // Behind a colon all is text.
    (item) =>
      item.start >= (colon?.end ?? head) &&
      !/^(?:sign|joint)$/.test(item.is) &&
      (colon !== undefined || !(item.is === "question" || leadsIn(item) || (isItem(item, "filler") && item.manner))),
  );
  // Behind a colon every word is the text's own.
  const from = colon?.end ?? lead?.start ?? tokens.length;
  const next = textEnd(from, context);
  const isNext = next < tokens.length;
  const order =
    quoted === undefined && !isNext ? orderBehind(inClause.filter(({ start }) => start >= from)) : undefined;
  const meant = context.answers["meant:text"];
  if (order !== undefined && meant === undefined)
    return { doubt: "meant", of: "text", said: trimmed(source.slice(tokens[order.order.start]?.from)) };
  const rest = meant === "order" ? order : undefined;
  const end = tokens[isNext ? next : (rest?.end.start ?? tokens.length)]?.from;
  const text = quoted?.text ?? trimmed(source.slice(tokens[from]?.from ?? source.length, end));
  let doubt: Doubt = { doubt: "which", said: first.item.text };
  for (const { kind, operation } of operations) {
    for (const frame of assignRoles({ items: headItems, mode: "ask" })) {
      if (frame.parts.some(({ role, item }) => role === "unread" && !/^(?:verb|unknown|word)$/.test(item.is))) continue;
      // Prepositions say what a person has to do with it.
      const describes = quoted === undefined ? /^target$/ : /^(?:target|filter|order|skip)$/;
      const parts = frame.parts.filter(({ role, item }) => describes.test(role) && item.is !== "operation");
      const isBare = parts.every(({ role }) => role === "skip");
      const sets = isBare ? { sets: [] } : buildSets({ parts, kind, asks: false, addressed: true }, context);
      if (sets === undefined) continue;
      if (isDoubt(sets)) {
        doubt = sets;
        continue;
      }
      const spoken = spokenTarget(kind, context);
      const said = sets.sets.filter((set) => set.tests.length > 0);
      const named = said.length > 0 ? said : spoken;
      if (named.length === 0) continue;
      const isEmpty = tokens.filter(({ from: at }) => at >= (tokens[from]?.from ?? 0)).every(isHollow);
      if (text === "" || (quoted === undefined && isEmpty)) return { doubt: "field", kind, field: "text" };
      const [target] = named;
      if (target === undefined) return doubt;
      const made: Request[] = [{ do: "operate", set: target, operation, text }];
      return { made, end: isNext ? next : (rest?.order.start ?? tokens.length), isNext };
    }
  }
  return doubt;
}

/** "There", "it": words that stand for a text and are none. */
function isHollow({ kind, lang, lower }: Token): boolean {
  return kind === "punctuation" || (kind === "word" && languages[lang].functionWords.has(lower));
}

/** Where the text of an operation is set off: by a colon, by a word that leads to it, or by quotes at the end. */
function boundsOf(
  inClause: readonly Item[],
  operation: Item,
): { colon: Item | undefined; head: number; quoted: { head: number; text: string } | undefined } {
  const colon = inClause.find(
    (item) => item.is === "sign" && /^[:—–-]$/.test(item.text) && item.start > operation.start,
  );
  const leading = inClause.find((item) => leadsIn(item) && item.start >= operation.end);
  const head =
    colon !== undefined
      ? colon.start
      : leading !== undefined && leading.start - operation.end < 8
        ? leading.start
        : targetEnd(inClause, operation);
  const quoted = colon === undefined ? lastQuote(inClause, operation) : undefined;
  return { colon, head, quoted };
}

/** What was spoken of; of a note, the record that it is about. */
function spokenTarget(kind: string, { spokenOf: { set }, world }: ReadingContext): RecordSet[] {
  if (set === undefined || set.kind === kind) return set === undefined ? [] : [set];
  const { records } = world.pack;
  const { about = [], fields = {}, operations = {} } = records[set.kind] ?? {};
  if (Object.values(operations).some(({ needs }) => needs.includes("text"))) return [];
  const links = about.filter((field) => fields[field]?.of === kind);
  const ids = new Set(rowsOf(set, world).flatMap((row) => links.map((field) => textOf(row[field]))));
  const tests = [{ field: records[kind]?.id ?? "", op: "ids" as const, ids }];
  return ids.size === 1 ? [{ kind, tests, all: false, said: set.said }] : [];
}

/** "… with 'Fine'", "saying 'Fine'": the text in quotes at the end, behind a word that leads to it. */
function lastQuote(items: readonly Item[], operation: Item): { head: number; text: string } | undefined {
  const last = items.findLastIndex(({ is }) => is !== "sign" && is !== "filler");
  const [item, before] = [items[last], items[last - 1]];
  if (!isItem(item, "quoted") || before === undefined || item.start < operation.end) return undefined;
  return before.is === "prep" || leadsIn(before) ? { head: before.start, text: item.value } : undefined;
}

/** Without a colon the text begins behind the record, or behind the operation where the record stands before it. */
function targetEnd(items: readonly Item[], operation: Item): number {
  const behind = items.filter(({ start }) => start >= operation.end);
  const lead = items.findIndex(({ is, end }) => /^(?:name|key)$/.test(is) && end <= operation.start);
  if (items[lead - 1]?.is === "prep" && behind[0]?.is !== "prep") return operation.end;
  const at = behind.findIndex(({ is }) => /^(?:name|key|pronoun)$/.test(is));
  // "Note that on A": what is noted was said before.
  const isThat = behind[at]?.is === "pronoun" && behind[at + 1]?.is === "prep";
  const target = isThat ? behind.slice(at + 1).find(({ is }) => is === "name" || is === "key") : undefined;
  return (target ?? behind[at])?.end ?? operation.end;
}

/**
 * Where a text from there on ends: before a sentence that goes on with an order, "… And move it to Friday", and behind words in quotes
 * that an order follows.
 */
function textEnd(from: number, { items, reading }: ReadingContext): number {
  const end = reading.tokens.length;
  const behind = items.filter(({ start }) => start >= from);
  const [first, next, ...others] = behind;
  if (first?.is === "quoted" && next?.is === "joint" && isOrder(others)) return first.end;
  const stop = reading.sentences.find(({ start }) => {
    const [link, ...rest] = behind.filter((item) => item.start >= start);
    return start > from && link?.is === "joint" && isOrder(rest);
  });
  return stop?.start ?? end;
}

/** A verb that orders a change opens it. */
function isOrder(items: readonly Item[]): boolean {
  const verb = items.find(({ is }) => is !== "filler");
  return isItem(verb, "verb") && verb.form === "imperative" && changes(verb.op);
}

/** "Saying", «что»: words that lead to a text. */
function leadsIn(item: Item): boolean {
  if (isItem(item, "question")) return item.span.asks === "what";
  return isItem(item, "filler") && (item.leadsIn === true || hasConcept(item.text, "leadin"));
}

/** A text without the signs and the quotes around it. */
export function trimmed(text: string): string {
  const bare = text.replaceAll(/^[\s:,.;—–-]+|[\s,;—–-]+$/gu, "");
  const quoted = /^[«"“'](.*)[»"”']$/su.exec(bare)?.[1];
  return (quoted !== undefined && !/[«"“»”]/.test(quoted) ? quoted : bare).trim();
}
