import { compact } from "../../../plan/compact.ts";
import type { Clause } from "../../../language/clauses/clause.ts";
import { changes, type Operation } from "../../../language/words/operation.ts";
import { isMotion } from "../../../language/russian/name-form.ts";
import { buildAsk } from "./build-ask.ts";
import { buildChange, type BuiltRequests } from "./build-change.ts";
import { type Item, isItem } from "../items/item.ts";
import { nearNames } from "../world/names.ts";
import { type Doubt, isDoubt, type Request } from "./request.ts";
import { assignRoles, type Frame, type Mode, type Part } from "../sets/roles.ts";
import type { ReadingContext } from "./context.ts";
import { rowsOf } from "../sets/tests.ts";
import { strayWords } from "./stray.ts";

/** What a clause comes to: requests, or why not; with the parts it was read as. */
export type ClauseReading = { requests: Request[]; parts: readonly Part[]; doubt?: Doubt };

type ClauseToRead = { clause: Clause; items: readonly Item[]; mode: Mode; op?: Operation };

/** Items of a clause that a person writes; the cost of placing them grows with their square. */
const mostItems = 120;

/** How much a reading that must ask is behind one that need not. */
const doubtCost = 1.5;

/** The best reading of a clause over all ways to place its items and all kinds of records. */
export function readClause(wanted: ClauseToRead, context: ReadingContext): ClauseReading {
  const { items, mode, op } = wanted;
  if (items.length > mostItems)
    return {
      requests: [],
      parts: [],
      doubt: { doubt: "words", words: wanted.clause.text.slice(0, 120), understood: [] },
    };
  const verbAt = verbOf(wanted, context);
  const frames = assignRoles({ items, mode, ...compact({ op, verbAt }) });
  const kinds = [...context.world.rows.keys()];
  let best: { score: number; built: BuiltRequests | Doubt; frame: Frame } | undefined;
  for (const frame of frames.map(ruledIn))
    for (const kind of kinds) {
      const parts = { parts: frame.parts, kind, ...compact({ op }) };
      const built = mode === "change" ? buildChange(parts, context) : buildAsk(parts, context);
      if (built === undefined) continue;
      const score = frame.score + (isDoubt(built) ? -doubtCost : built.score);
      if (best === undefined || score > best.score) best = { score, built, frame };
    }
  if (best === undefined) return { requests: [], parts: [], doubt: unreadDoubt(items, items) };
  const { parts } = best.frame;
  const unread = parts.filter(({ role }) => role === "unread").map(({ item }) => item);
  if (unread.length > 0)
    return { requests: [], parts, doubt: nameDoubt(unread, parts, context) ?? unreadDoubt(unread, items) };
  if (isDoubt(best.built)) return { requests: [], parts, doubt: best.built };
  const stray = mode === "change" ? strayWords(parts, { requests: best.built.requests, context }) : undefined;
  if (stray !== undefined) return { requests: [], parts, doubt: unreadDoubt([], items, stray) };
  const others = mode === "ask" ? alikeAsks(best.built, best.frame, context) : [];
  return { requests: [...others, ...best.built.requests], parts };
}

/**
 * "What is overdue?": without a noun the question is about every kind that it fits as well, and so is that for a field of what several
 * records are called. "What do we close in May?" is about all that has a day.
 */
function alikeAsks(built: BuiltRequests, { parts }: Frame, context: ReadingContext): Request[] {
  const [own] = built.requests;
  if (own?.do !== "ask") return [];
  const has = (...kinds: Item["is"][]): boolean => parts.some(({ item }) => kinds.includes(item.is));
  const verbs = parts.flatMap(({ item }) => (isItem(item, "verb") ? [item] : []));
  const closes = verbs.some(({ op, form }) => op === "complete" && form !== "past") && has("date");
  const isOpen = parts.every(({ item, role }) => role !== "target" && item.is !== "option");
  const isTimed = has("mark") || (has("date") && verbs.every(({ op, form }) => !changes(op) || form !== "past"));
  const isNamed = has("field") && parts.every(({ item, role }) => role !== "target" || item.is === "name");
  if (own.ask.of === "list" ? !isOpen || !isTimed : own.ask.of !== "field" || !isNamed) return [];
  return [...context.world.rows.keys()].flatMap((kind) => {
    const other = kind === own.set.kind ? undefined : buildAsk({ parts, kind }, context);
    if (other === undefined || isDoubt(other) || (other.score !== built.score && !closes)) return [];
    return other.requests.filter(
      (one) => one.do === "ask" && one.ask.of === own.ask.of && rowsOf(one.set, context.world).length > 0,
    );
  });
}

/** Where nothing replaces it, what "not" stands before describes what is left out: "tasks that are not urgent", but "not to lost". */
function ruledIn(frame: Frame): Frame {
  const kind = frame.parts.findIndex(
    ({ item, role }) => (item.is === "kind" && role === "target") || item.is === "mark",
  );
  const isBulk = frame.parts.some(
    ({ item }) => item.is === "mark" || item.is === "quantifier" || (isItem(item, "kind") && item.many),
  );
  return {
    ...frame,
    parts: frame.parts.map((part, at) => {
      if (part.role !== "ruledOut" || kind < 0) return part;
      const before = frame.parts[at - 1]?.item;
      const word = frame.parts.slice(0, at).findLast(({ item }) => item.is === "polarity")?.item;
      const isInstead = isItem(word, "polarity") && word.span.value === "instead";
      const isValue = at > kind && before?.is === "prep" && (before.role === "goal" || before.role === "place");
      // Of several it describes, unless a pause parts it from what stands in its place.
      const isApart = (i: number): boolean =>
        !isBulk ||
        isInstead ||
        frame.parts.slice(Math.min(i, at), Math.max(i, at)).some((one) => one.item.is === "joint");
      const isReplaced = frame.parts.some(
        ({ item, role }, i) => item.is === part.item.is && /^(?:target|filter|value)$/.test(role) && isApart(i),
      );
      return isValue || isReplaced ? part : { ...part, role: "except" as const };
    }),
  };
}

/** Unknown words where a record should be named are a name that nobody has. */
function nameDoubt(unread: readonly Item[], parts: readonly Part[], { world }: ReadingContext): Doubt | undefined {
  const noun = parts.findIndex(({ item, role }) => role === "target" && isItem(item, "kind") && !item.many);
  const isNamed = parts.some(({ item, role }) => role === "target" && item.is !== "kind");
  const next = parts.slice(noun + 1).find(({ role }) => role !== "skip");
  const kind = parts[noun]?.item;
  const isName = unread.every(
    ({ is }, at) => is === "unknown" && (at === 0 || unread[at - 1]?.end === unread[at]?.start),
  );
  if (noun < 0 || isNamed || next?.item !== unread[0] || !isName || !isItem(kind, "kind")) return undefined;
  const said = unread.map(({ text }) => text).join(" ");
  return {
    doubt: "name",
    said,
    ...(kind.senses[0] !== undefined && { kind: kind.senses[0].kind }),
    near: nearNames(said, world),
  };
}

function unreadDoubt(unread: readonly Item[], items: readonly Item[], stray?: string): Doubt {
  const words = unread.filter(({ is }) => is === "unknown" || is === "word" || is === "verb");
  const said = stray ?? (words.length > 0 ? words : unread).map(({ text }) => text).join(" ");
  const understood = items.filter((item) => !unread.includes(item) && hasMeaning(item)).map(({ text }) => text);
  return { doubt: "words", words: said, understood };
}

function hasMeaning({ is }: Item): boolean {
  return !/^(?:prep|joint|filler|sign|word|unknown|polarity)$/.test(is);
}

function verbOf({ clause: { verb }, items }: ClauseToRead, { reading }: ReadingContext): number | undefined {
  const at = verb === undefined ? undefined : reading.spans[verb]?.start;
  return items.some(({ start, end }) => at !== undefined && start <= at && end > at) ? at : undefined;
}

/** The operation of a clause: its verb's, or that of the clause before where it has none of its own. */
export function operationOf(
  clause: Clause,
  { reading, items }: Pick<ReadingContext, "reading" | "items">,
): Operation | undefined {
  const span = clause.verb === undefined ? undefined : reading.spans[clause.verb];
  const isVerb = ({ start, end }: Item): boolean => start <= (span?.start ?? -1) && end > (span?.start ?? -1);
  const isOwn = (one: Item): boolean => isItem(one, "verb") && (one.form === "imperative" || one.op === "own");
  const item = items.find(isVerb) ?? items.find(isOwn);
  return isItem(item, "verb") ? item.op : undefined;
}

const isGivenValue = /^(?:option|person|date|time|number|duration|contact|quoted|word|unknown)$/;

export function modeOf(clause: Clause, items: readonly Item[], op: Operation | undefined): Mode {
  const first = items.find(({ is }) => is !== "filler" && is !== "prep" && is !== "sign" && is !== "joint");
  const orders = items.some((item) => isItem(item, "verb") && item.form === "imperative" && changes(item.op));
  if (orders && !isItem(first, "question")) return "change";
  if (clause.act === "ask" || isItem(first, "question")) return "ask";
  if (op !== undefined && op !== "own" && op !== "be" && !changes(op)) return "ask";
  // "Ann's phone number": a field of a record without a value for it.
  const isField =
    items.some(({ is, start }) => is === "field" && (clause.act !== "do" || start > clause.start)) &&
    !items.some(({ is }) => isGivenValue.test(is));
  return op === undefined && (isField || isRanking(items)) ? "ask" : "change";
}

/** "The biggest deal in euros", "top 3 by amount": without a verb a rank asks, unless something is put somewhere. */
function isRanking(items: readonly Item[]): boolean {
  const ranks = items.some(
    (item) =>
      (isItem(item, "compare") && /^(?:most|least)$/.test(item.span.value)) ||
      (isItem(item, "quantifier") && item.span.value === "first" && item.span.count !== undefined),
  );
  const isPut = items.some((item, at) => {
    const before = items[at - 1];
    if (!isItem(item, "option")) return false;
    return (
      isMotion(item.text) ||
      (isItem(before, "prep") && before.role === "goal" && !/\p{Script=Cyrillic}/u.test(item.text))
    );
  });
  return ranks && !isPut && !items.some(({ is }) => is === "person");
}
