import { compact } from "../../../plan/compact.ts";
import { hasConcept } from "../../../language/lexicon/has-concept.ts";
import type { Operation } from "../../../language/words/operation.ts";
import type { PackRecord } from "../../packs/records.ts";
import type { BuiltRequests } from "./build-change.ts";
import { aboutRows, buildSets, isWork } from "../sets/build-set.ts";
import { isItem } from "../items/item.ts";
import { type Ask, type Doubt, isDoubt, type Test } from "./request.ts";
import type { Part } from "../sets/roles.ts";
import type { ReadingContext } from "./context.ts";

type AskParts = { parts: readonly Part[]; kind: string; op?: Operation };

/** Changes of which only the outcome is kept. */
const hasMade = /^(?:move|complete|reopen|cancel|delete|pause|resume|rename|update|create|delay|advance)$/;

/** A question about records of one kind. */
export function buildAsk({ parts, kind, op }: AskParts, context: ReadingContext): BuiltRequests | Doubt | undefined {
  const record = context.world.pack.records[kind];
  const isNamed = parts.some(({ item, role }) => role === "target" && /^(?:name|key|pronoun|whose)$/.test(item.is));
  if (record === undefined) return undefined;
  // "Is Acme won?" asks of the one record; the value is no description of it.
  const isBare = parts.every(({ role }) => role !== "target" && role !== "filter" && role !== "except");
  if (isBare && context.spokenOf.set === undefined) return undefined;
  const isListed =
    op === "read" || parts.some(({ item, role }) => role === "target" && isItem(item, "kind") && item.many);
  const asksWho = parts.some(({ item }) => isItem(item, "question") && item.span.asks === "who");
  const changed = parts.some(({ item }) => isItem(item, "verb") && item.form === "past" && hasMade.test(item.op));
  if (asksWho && changed && parts.some(({ item }) => item.is === "name" || item.is === "key"))
    return { doubt: "unrecorded" };
  // "Did we win anything for A?" asks which.
  const asksAny = parts.some(
    ({ item }) => isItem(item, "quantifier") && item.span.value === "any" && !hasConcept(item.text, "anybody"),
  );
  const whether =
    isNamed && !isListed && !asksWho && !asksAny
      ? parts.find(({ item, role }, at) => role === "filter" && (item.is === "option" || isReceiver(parts, at, record)))
          ?.item
      : undefined;
  const rest = parts.filter(({ item }) => item !== whether);
  const ask =
    whether === undefined ? askOf({ parts, kind, ...compact({ op }) }, context) : whetherOf(whether, kind, record);
  if (ask === undefined) return undefined;
  const ranks = parts.find(({ item }) => isItem(item, "compare") && /^(?:most|least)$/.test(item.span.value))?.item;
  const isCounted = parts.some(({ item, role }) => role === "target" && isItem(item, "kind") && item.many);
  const each =
    ask.of === "count"
      ? parts.find(({ item }) => isItem(item, "quantifier") && item.span.value === "each")?.item
      : undefined;
  const isTop = isItem(ranks, "compare") && asksWho;
  if ((isTop || each !== undefined) && isCounted && record.who !== undefined) {
    const rest = parts.filter(({ item }) => item !== ranks && item !== each);
    const sets = buildSets({ parts: rest, kind, asks: false }, context);
    if (sets === undefined || isDoubt(sets)) return sets;
    const end = isTop && ranks.span.value === "least" ? ("least" as const) : ("most" as const);
    const top: Ask = { of: "top", field: record.who, end };
    return { requests: sets.sets.map((set) => ({ do: "ask", set, ask: top })), score: sets.score };
  }
  const compared = comparePeople({ parts, kind }, record, context);
  if (compared !== undefined) return compared;
  const hasAmount = Object.values(record.fields).some(({ type }) => type === "number");
  if (ranks !== undefined && !hasAmount) return { doubt: "words", words: ranks.text, understood: [] };
  // Money that is won or lost is not counted with what is still to come.
  const sets = buildSets({ parts: rest, kind, asks: ask.of !== "sum" && ask.of !== "average" }, context);
  if (sets === undefined || isDoubt(sets)) return sets;
  const listed = ask.of === "list" ? sets.sets.map((set) => ({ ...set, all: true })) : sets.sets;
  // Who works on something is known of work, who is responsible of anything.
  const works = asksWho && op !== undefined && op !== "own" && isWork(record) ? 0.5 : 0;
  // "Who do I call at Acme?": somebody with an address.
  const reached = asksWho && op === "send" && record.entity === "person" ? 4 : 0;
  return { requests: listed.map((set) => ({ do: "ask", set, ask })), score: sets.score + works + reached };
}

/** "Does Ann have more tasks than Bob?": how many each of them has. */
function comparePeople(
  { parts, kind }: AskParts,
  record: PackRecord,
  context: ReadingContext,
): BuiltRequests | Doubt | undefined {
  const people = parts.flatMap(({ item, role }) => (role === "filter" && isItem(item, "person") ? [item] : []));
  const isMany = parts.some(({ item, role }) => role === "target" && isItem(item, "kind") && item.many);
  const compares = parts.filter(({ item }) => item.is === "compare" || hasConcept(item.text, "cmp.than"));
  if (people.length < 2 || !isMany || compares.length === 0 || record.who === undefined) return undefined;
  const several = people.find((one) => one.people.length > 1);
  if (several !== undefined) return { doubt: "people", said: several.text, people: several.people };
  const rest = parts.filter((part) => part.item.is !== "person" && !compares.includes(part));
  const sets = buildSets({ parts: rest, kind, asks: true }, context);
  if (sets === undefined || isDoubt(sets)) return sets;
  const values = people.flatMap((one) => one.people.map(({ id }) => id));
  const who: Test = { field: record.who, op: "is", values };
  const ask: Ask = { of: "top", field: record.who, end: "most" };
  const requests = sets.sets.map((set) => ({ do: "ask", set: { ...set, tests: [...set.tests, who] }, ask }) as const);
  return { requests, score: sets.score };
}

/** "Did anybody give it to Ann?": who has it tells. */
function isReceiver(parts: readonly Part[], at: number, { who }: PackRecord): boolean {
  const [prep, item] = [parts[at - 1]?.item, parts[at]?.item];
  const isGiven = parts.some((part) => isItem(part.item, "verb") && part.item.op === "assign");
  return isItem(item, "person") && isItem(prep, "prep") && prep.role === "goal" && isGiven && who !== undefined;
}

function whetherOf(item: Part["item"], kind: string, { who }: PackRecord): Ask | undefined {
  if (isItem(item, "person") && who !== undefined)
    return { of: "whether", field: who, values: item.people.map(({ id }) => id), shown: item.text };
  if (!isItem(item, "option")) return undefined;
  const senses = item.senses.filter((sense) => sense.kind === kind);
  const [first] = senses;
  return first && { of: "whether", field: first.field, values: senses.map(({ value }) => value), shown: item.text };
}

/** What is wanted to be known: by the question's word, by a field, else the list. */
function askOf({ parts, kind, op: said }: AskParts, context: ReadingContext): Ask | undefined {
  const op = said ?? sumIn(parts);
  const record = context.world.pack.records[kind];
  if (record === undefined) return undefined;
  const isNamed = parts.some(({ item, role }) => role === "target" && /^(?:name|key|pronoun|whose)$/.test(item.is));
  const isMany = parts.some(({ item, role }) => role === "target" && isItem(item, "kind") && item.many);
  const asks = parts.flatMap(({ item }) => (isItem(item, "question") ? [item.span.asks] : []));
  const fields = parts
    .flatMap(({ item, role }) => (isItem(item, "field") && role === "field" ? item.senses : []))
    .flatMap((sense) => (sense.kind === kind && !(sense.field === record.when && !isNamed) ? [sense.field] : []));
  const amount = Object.entries(record.fields).find(([, { type }]) => type === "number")?.[0];
  const numeric = fields.find((field) => record.fields[field]?.type === "number");
  const isRanked =
    parts.some(({ item }) => isItem(item, "quantifier") && item.span.value === "first") ||
    parts.some(({ item }) => isItem(item, "compare") && (item.span.value === "most" || item.span.value === "least"));
  if (isRanked && !isNamed) return { of: "list" };
  if (op === "average" && amount !== undefined) return { of: "average", field: amount };
  if ((op === "sum" || asks.includes("much")) && amount !== undefined)
    return isNamed && op !== "sum" && !isMany ? { of: "field", fields: [amount] } : { of: "sum", field: amount };
  if (numeric !== undefined && !isNamed) return { of: "sum", field: numeric };
  if (op === "count" || asks.includes("many")) {
    const counted = numeric ?? (isMoney(parts, record) ? amount : undefined);
    return counted === undefined ? { of: "count" } : { of: "sum", field: counted };
  }
  if (fields.length > 0) return { of: "field", fields };
  const isBare = parts.every(({ role }) => role !== "target" && role !== "filter");
  if (asks.includes("who") && record.who !== undefined && (isNamed || isBare))
    return { of: "field", fields: [record.who] };
  if (asks.includes("when") && record.when !== undefined && (isNamed || isBare))
    return { of: "field", fields: [record.when] };
  return isNamed ? { of: "state", related: relatedTo(parts, kind, context) } : { of: "list" };
}

/** "What's the total": a noun that sums. */
function sumIn(parts: readonly Part[]): Operation | undefined {
  return parts.flatMap(({ item }) => (isItem(item, "verb") && /^(?:sum|average)$/.test(item.op) ? [item.op] : []))[0];
}

/** "How many euros are in negotiation": the money is counted, not the records. */
function isMoney(parts: readonly Part[], { fields }: PackRecord): boolean {
  const monies = Object.values(fields).flatMap(({ currency }) => currency ?? []);
  return (
    !parts.some(({ item, role }) => role === "target" && item.is === "kind") &&
    parts.some(({ item }) => isItem(item, "option") && item.senses.some(({ field }) => monies.includes(field)))
  );
}

/** Records of other kinds that a name stands in, or that belong to what it names; those that are over are left out. */
function relatedTo(
  parts: readonly Part[],
  kind: string,
  context: ReadingContext,
): Extract<Ask, { of: "state" }>["related"] {
  const { pack, rows } = context.world;
  const names = parts.flatMap(({ item, role }) => (role === "target" && isItem(item, "name") ? [item] : []));
  const isNarrow = parts.some(
    ({ item, role }) =>
      role === "filter" || item.is === "key" || (role === "target" && isItem(item, "kind") && item.many),
  );
  if (names.length !== 1 || isNarrow) return [];
  const [name] = names;
  return Object.entries(pack.records).flatMap(([other, record]) => {
    if (name === undefined || other === kind || record.unnamed) return [];
    const found = [
      ...(name.refs.get(other)?.rows ?? []),
      ...(aboutRows(name, { kind: other, record, context })?.rows ?? []),
    ];
    const open = found.filter(
      (row) =>
        record.shows_final ||
        Object.entries(record.final).every(([field, over]) => !over.some((one) => one === row[field])),
    );
    const own = (rows.get(other) ?? []).filter((row) => open.includes(row));
    return own.length === 0 ? [] : [{ kind: other, rows: own }];
  });
}
