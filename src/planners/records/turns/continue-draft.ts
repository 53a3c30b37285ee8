import { read } from "../../../language/reading.ts";
import type { NumberSpan } from "../../../language/spans/span.ts";
import type { ReadingContext } from "../requests/context.ts";
import { joinedChanges } from "./correct-open.ts";
import { isRuledOut, saysAlso } from "./follow-up.ts";
import { isItem, type Item } from "../items/item.ts";
import type { TextReading } from "../requests/text-state.ts";
import { trimmed } from "../requests/read-text.ts";
import type { Request } from "../requests/request.ts";
import { rowsOf } from "../sets/tests.ts";

/** A set that says which records are meant. */
export function isClosed(request: Request): boolean {
  return !("set" in request) || request.set.all || request.set.tests.length > 0;
}

/** The changes before with what a message adds to them, or with other words in the last note; undefined where it does neither. */
export function continued(
  context: ReadingContext,
  own: TextReading,
  { requests, isDone }: TextReading,
): Request[] | undefined {
  const last = requests.at(-1);
  if (isDone === true || last === undefined || requests.some(({ do: it }) => it === "ask")) return undefined;
  if (last.do === "operate" && last.text !== undefined) {
    const text = rewritten(last.text, context);
    if (text !== undefined) return [...requests.slice(0, -1), { ...last, text }];
  }
  const isWhole =
    own.doubts.length === 0 && own.withheld.length === 0 && own.requests.length > 0 && own.requests.every(isClosed);
  if (!isWhole || own.requests.some(({ do: it }) => it === "ask") || !addsToIt(context)) return undefined;
  return own.requests.reduce<Request[] | undefined>((all, one) => all && joined(all, one, context), [...requests]);
}

/** "And …", "… too": with what is there already. */
function addsToIt(context: ReadingContext): boolean {
  const [first] = context.reading.spans;
  return (first?.kind === "link" && first.link === "and") || saysAlso(context);
}

/** Another field of the same records belongs to the same change. */
function joined(all: readonly Request[], one: Request, context: ReadingContext): Request[] | undefined {
  const { world } = context;
  const same = all.findLastIndex(
    (other) =>
      other.do === "change" &&
      one.do === "change" &&
      other.set.kind === one.set.kind &&
      isEqual(rowsOf(other.set, world), rowsOf(one.set, world)),
  );
  const other = all[same];
  if (other?.do !== "change" || one.do !== "change") return [...all, one];
  const changes = joinedChanges(other.changes, one.changes, context);
  return changes && all.with(same, { ...other, changes });
}

function isEqual<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((row, at) => row === b[at]);
}

/** "Add that …" goes on with a text; "make it Tuesday" replaces the one day in it. */
function rewritten(text: string, context: ReadingContext): string | undefined {
  const { items, reading } = context;
  const said = items.filter(
    (item) => !/^(?:joint|filler|prep|pronoun|polarity)$/.test(item.is) && !isRuledOut(item, items),
  );
  const [verb] = said;
  const lead = items.find(
    (item) => (isItem(item, "filler") && item.leadsIn === true) || item.text === ":" || asksWhat(item),
  );
  if (isItem(verb, "verb") && /^(?:create|increase)$/.test(verb.op) && lead !== undefined && said[1] !== undefined) {
    const isNext = said.filter(({ start }) => start < lead.start).length === 1;
    const rest = trimmed(reading.source.slice(reading.tokens[lead.end]?.from ?? 0));
    return isNext && rest !== "" ? `${text}, ${rest}` : undefined;
  }
  const [value, ...others] = said.filter(({ is }) => is !== "verb");
  if (
    value === undefined ||
    others.length > 0 ||
    said.some((item) => isItem(item, "verb") && !/^(?:update|create)$/.test(item.op))
  )
    return undefined;
  return replaced(text, value, context);
}

function asksWhat(item: Item): boolean {
  return isItem(item, "question") && item.span.asks === "what";
}

function replaced(text: string, value: Item, { now, zone, items }: ReadingContext): string | undefined {
  const out = items.find((item) => isItem(item, "number") && isRuledOut(item, items));
  const ruledOut = isItem(out, "number") ? out.span.value : undefined;
  if (!isItem(value, "date") && !isItem(value, "number") && !isItem(value, "time")) return undefined;
  const alike = read(text, { now, zone }).spans.filter((span) => {
    if (span.kind === "number" && isItem(value, "number"))
      return (
        (isBare(value.span) && span.value === ruledOut) ||
        (span.percent === value.span.percent && span.unit === value.span.unit && span.currency === value.span.currency)
      );
    return isItem(value, "date") ? span.kind === "date" || span.kind === "interval" : span.kind === value.span.kind;
  });
  const [only] = alike;
  if (alike.length !== 1 || only === undefined) return undefined;
  // "Not 5 but 7" of "5 %": the unit stays.
  const isNumber = isItem(value, "number") && isBare(value.span);
  const said = isNumber ? only.text.replace(/\d(?:[\d\s.,]*\d)?/, value.text) : value.text;
  return `${text.slice(0, only.from)}${said}${text.slice(only.to)}`;
}

function isBare({ percent, unit, currency }: NumberSpan): boolean {
  return percent === undefined && unit === undefined && currency === undefined;
}
