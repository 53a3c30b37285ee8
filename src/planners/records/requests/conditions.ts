import type { Clause } from "../../../language/clauses/clause.ts";
import { languages } from "../../../language/languages.ts";
import { hasConcept } from "../../../language/lexicon/has-concept.ts";
import { changes } from "../../../language/words/operation.ts";
import type { ReadingContext } from "./context.ts";
import { isItem, type Item } from "../items/item.ts";
import type { Request } from "./request.ts";
import { isBookkeeping } from "./told-first.ts";

/** Where a condition without a comma goes on to what is to be done: "if it is late can you email her". */
export function orderIn(items: readonly Item[]): number | undefined {
  const at = items.findIndex(
    (item, i) =>
      i > 1 && isItem(item, "verb") && item.form === "imperative" && (changes(item.op) || item.op === "send"),
  );
  return at < 0 ? undefined : at;
}

type CountCondition = { way: string; than: number; rest: Item[] };

/** "More than 3 overdue tasks": how many there must be. */
export function countedIn(items: readonly Item[]): CountCondition | undefined {
  const at = items.findIndex((item, i) => isItem(item, "compare") && items[i + 1]?.is === "number");
  const [compared, number] = [items[at], items[at + 1]];
  if (!isItem(compared, "compare") || !isItem(number, "number")) return undefined;
  const rest = items.filter((item) => item !== compared && item !== number);
  return { way: compared.span.value, than: number.span.value, rest };
}

export function compares(count: number, { way, than }: CountCondition): boolean {
  if (way === "more") return count > than;
  if (way === "less") return count < than;
  if (way === "atLeast") return count >= than;
  return way === "atMost" ? count <= than : count === than;
}

/** "With them", "send her": whoever was spoken of. */
export function withPeople(items: readonly Item[], { spokenOf }: ReadingContext): Item[] {
  const { person } = spokenOf;
  return items.map((item, at): Item => {
    const before = items.slice(0, at).findLast(({ is }) => is !== "filler");
    const isWho =
      (item.is === "pronoun" && /^(?:things|person|people)$/.test(item.span.of)) ||
      (item.is === "whose" && item.span.whose === "third" && at === items.length - 1);
    const leads = isItem(before, "prep") ? before.role === "person" : isItem(before, "verb") && before.op === "send";
    // "Give her all tasks", not "give them to Ann".
    const isGiven =
      isItem(before, "verb") && before.op === "assign" && !/^(?:prep|sign|joint)$/.test(items[at + 1]?.is ?? "sign");
    const isMail = before?.is === "kind" && items.findIndex(({ is }) => is === "verb") < 0;
    if (!isWho || person === undefined || !(leads || isGiven || isMail)) return item;
    return { start: item.start, end: item.end, text: item.text, is: "person", people: [person], form: "plain" };
  });
}

/** "Can you update the crm?", "fix the card" behind what is to be updated says nothing new. */
export function isRepeated(said: readonly Item[], requests: readonly Request[]): boolean {
  const last = requests.at(-1);
  if (last?.do !== "change" || last.missing.length > 0) return false;
  const isSame = (item: Item): boolean =>
    (!isItem(item, "kind") || item.senses.some(({ kind }) => kind === last.set.kind)) &&
    (!isItem(item, "field") ||
      hasConcept(item.text, "noun.record") ||
      item.senses.some(({ kind, field }) => kind === last.set.kind && last.changes.some((one) => one.field === field)));
  const isGiven = said.some((item) => isItem(item, "verb") && item.op === "assign") && hasWho(last);
  const isPlain = said.every(({ is }) => is === "verb" || is === "place" || is === "pronoun");
  return (isBookkeeping(said) && said.every(isSame)) || (isGiven && isPlain);
}

function hasWho({ changes: made }: Extract<Request, { do: "change" }>): boolean {
  return made.some(({ value }) => value.is === "person");
}

/** "I moved it yesterday" tells what somebody did; it asks for nothing. */
export function isReport({ act, verb, start, end }: Clause, items: readonly Item[], context: ReadingContext): boolean {
  const { today, reading } = context;
  if (act === "tell" && items.some((_, at) => isWish(items, at))) return true;
  if (items.some((_, at) => isLeft(items, at))) return true;
  // "It would be a mistake to close T-4."
  const span = verb === undefined ? undefined : reading.spans[verb];
  const isJudged = items[0]?.is === "pronoun" && span?.kind === "verb" && span.form === "infinitive";
  if (act === "tell" && isJudged && changes(span.op)) return true;
  const isPast = reading.tokens.slice(start, end).some(({ lang, lower }) => languages[lang].verbForm(lower) === "past");
  return act === "tell" && isPast && items.some((item) => isItem(item, "date") && item.span.last < today);
}

/** "Let Tom close it", «пусть Том решает»: somebody else is to do it, where "let Tom have it" gives it to him. */
export function isLeft(items: readonly Item[], at: number): boolean {
  const [let_, who, deed] = items.slice(at, at + 3);
  if (let_ === undefined || !hasConcept(let_.text, "lets") || who?.is !== "person") return false;
  if (!isItem(deed, "verb")) return deed?.is === "unknown" && !hasConcept(deed.text, "takes");
  return !hasConcept(deed.text, "takes") && !/^(?:assign|own|do|read|be)$/.test(deed.op);
}

/** "Tom would delete it", «Том бы удалил»: what somebody else would do. */
function isWish(items: readonly Item[], at: number): boolean {
  if (!hasConcept(items[at]?.text ?? "", "wish")) return false;
  const beside = [
    items[at - 1],
    items[at + 1],
    ...items.filter((item) => isItem(item, "verb") && item.form === "past"),
  ];
  return at > 0 && beside.some((item) => isItem(item, "verb") && changes(item.op));
}
