import { hasConcept } from "../../../language/lexicon/has-concept.ts";
import { isItem, type Item } from "../items/item.ts";
import type { Request } from "../requests/request.ts";
import { hasMeaning, type TextReading } from "../requests/text-state.ts";

/** Fields and operations, as `kind.name`. */
type Parts = ReadonlySet<string>;

type Left = { requests: Request[]; items: readonly Item[] };

/**
 * "Without the comment", "leave the stage, …", «срок не нужен»: what is asked for without the fields and operations that a message
 * leaves out, and the items of the message that say something else. Undefined where it leaves out none.
 */
export function leftOut(items: readonly Item[], { requests, isDone }: TextReading): Left | undefined {
  if (isDone === true || requests.some(({ do: it }) => it === "ask" || it === "plot")) return undefined;
  const segments = segmentsOf(items);
  const named = segments.map(partsLeftOut);
  const parts = new Set(named.flatMap((one) => [...(one ?? [])]));
  const left = requests.flatMap((one) => withoutParts(one, parts));
  const isSame = left.length === requests.length && left.every((one, at) => one === requests[at]);
  if (parts.size === 0 || isSame) return undefined;
  return { requests: left, items: segments.flatMap((segment, at) => (named[at] === undefined ? segment : [])) };
}

/** What stands between commas and conjunctions. */
function segmentsOf(items: readonly Item[]): Item[][] {
  const segments: Item[][] = [[]];
  for (const item of items)
    if (item.is === "joint" || item.is === "sign") segments.push([item]);
    else segments.at(-1)?.push(item);
  return segments;
}

/** The fields and operations that a segment leaves out or leaves as they are; undefined where it says anything else. */
function partsLeftOut(segment: readonly Item[]): Parts | undefined {
  const isLeft = segment.some(
    (item) =>
      isItem(item, "polarity") ||
      lackedBy(item).length > 0 ||
      (isItem(item, "verb") && /^(?:delete|cancel|release)$/.test(item.op)) ||
      (isItem(item, "quantifier") && item.span.value === "except") ||
      hasConcept(item.text, "spares"),
  );
  const parts = segment.flatMap((item) => {
    if (isItem(item, "field")) return item.senses.map(({ kind, field }) => `${kind}.${field}`);
    if (isItem(item, "operation")) return item.senses.map(({ kind, operation }) => `${kind}.${operation}`);
    return lackedBy(item);
  });
  const isPlain = segment.every(
    (item) =>
      !hasMeaning(item) ||
      /^(?:polarity|field|operation|pronoun|verb)$/.test(item.is) ||
      lackedBy(item).length > 0 ||
      (isItem(item, "quantifier") && item.span.value === "except") ||
      (isItem(item, "question") && item.span.asks === "how") ||
      hasConcept(item.text, "spares"),
  );
  return isLeft && isPlain && parts.length > 0 ? new Set(parts) : undefined;
}

/** The fields that a word says are empty. */
function lackedBy(item: Item): string[] {
  if (isItem(item, "lacks")) return item.senses.map(({ kind, field }) => `${kind}.${field}`);
  if (!isItem(item, "mark")) return [];
  return item.senses.flatMap(({ kind, where: [test, ...others] }) =>
    others.length === 0 && test?.is?.every((value) => value === "") ? [`${kind}.${test.field}`] : [],
  );
}

/** A request without these parts; none where nothing is left of it. */
function withoutParts(request: Request, parts: Parts): Request[] {
  if (request.do === "operate") return parts.has(`${request.set.kind}.${request.operation}`) ? [] : [request];
  if (request.do !== "change" && request.do !== "create") return [request];
  const kind = request.do === "create" ? request.kind : request.set.kind;
  const isKept = (field: string): boolean => !parts.has(`${kind}.${field}`);
  const changes = request.changes.filter(({ field }) => isKept(field));
  const missing = request.missing.filter(isKept);
  if (changes.length === request.changes.length && missing.length === request.missing.length) return [request];
  return changes.length + missing.length === 0 ? [] : [{ ...request, changes, missing }];
}
