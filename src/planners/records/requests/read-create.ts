import { compact } from "../../../plan/compact.ts";
import { languages } from "../../../language/languages.ts";
import { hasConcept } from "../../../language/lexicon/has-concept.ts";
import { stems } from "../../packs/compiled-pack.ts";
import type { PackRecord } from "../../packs/records.ts";
import { textOf } from "../world/find-rows.ts";
import { changeOf, currencyOf, endChange } from "./build-change.ts";
import { isItem, type Item, type ItemOf } from "../items/item.ts";
import { type Change, type Doubt, isDoubt, type Request } from "./request.ts";
import type { ReadingContext } from "./context.ts";
import { dayHours, hasPrep, holdsHour, hourOf, isBeside, isWritable, reminderLead, withHour } from "./hour-of-new.ts";
import { trimmed } from "./read-text.ts";
import { isApart, isAside, isAttribute, isFirstWord, isOpening, isReceiver } from "./said-of-new.ts";
import { strayHead, strayTail } from "./stray-create.ts";

/** Something new: its kind, the items of its head ("поставь Илье срочную задачу") and those of its text. */
export type Creation = { kind: string; head: readonly Item[]; body: readonly Item[]; record: PackRecord };

const longestName = 120;

/** Fields that are said of something new are taken out of its text; what is left is its name. */
export function readCreate(creation: Creation, context: ReadingContext): Request | Doubt {
  const { kind, record, head, body } = creation;
  const taken = new Set<Item>();
  const changes: Change[] = [];
  const put = (change: Change | Doubt | undefined, items: readonly Item[]): Doubt | boolean => {
    if (change === undefined) return false;
    if (isDoubt(change)) return change;
    if (changes.some(({ field }) => field === change.field) || !isWritable(change.field, record)) return false;
    changes.push(change, ...currencyOf(items, { field: change.field, record }));
    for (const item of items) taken.add(item);
    return true;
  };
  for (const [source, items] of [["head", head] as const, ["body", body] as const])
    for (const offer of offersIn({ items, isHead: source === "head", kind, record }, context)) {
      if (offer.items.some((item) => taken.has(item))) continue;
      if (offer.change === undefined && offer.items.at(-1)?.is === "place")
        for (const item of offer.items) taken.add(item);
      const done = put(offer.change, offer.items);
      if (typeof done === "object") return done;
    }
  const open = head.find((item) => !taken.has(item) && hasMeaning(item) && item.is !== "name");
  const unread = open?.text ?? strayHead(head, context);
  if (isBeside(head) && record.when !== undefined) return { doubt: "field", kind, field: record.when };
  const home = unknownHome(head);
  if (home !== undefined) return home;
  if (unread !== undefined) return { doubt: "words", words: unread, understood: [] };
  const tail = strayTail(creation, context);
  if (tail !== undefined) return { doubt: "words", words: tail, understood: [], isRead: true };
  const second = secondReceiver(body, taken);
  if (second !== undefined) return { doubt: "words", words: second.text, understood: [] };
  const nobody = unknownReceiver(body.filter((item) => !taken.has(item)));
  if (nobody !== undefined) return { doubt: "name", said: nobody, near: [] };
  const about = head.find((item) => !taken.has(item) && item.is === "name")?.text;
  const lead = head.some((item) => isItem(item, "verb") && item.op === "remind")
    ? reminderLead(body, taken, context)
    : [];
  const [own, aside] = cardParts(
    body.filter((item) => !taken.has(item) && !lead.includes(item)),
    record,
  );
  const described = asideChange(aside, { kind, record, changes, context });
  if (described !== undefined && isDoubt(described)) return described;
  if (described !== undefined) changes.push(described);
  const rest = withoutManners(own);
  // "With Ann": a meeting goes by its noun too.
  const noun = record.ends !== undefined && rest[0]?.is === "prep" ? nounsOf(head) : [];
  const named = partnerName(rest, record, context);
  const left = named ?? titleOf([...noun, ...rest.slice(leadIn(rest, context))], context);
  const name = left === "" ? ownName(creation, context) : left;
  const text = about === undefined || name === "" ? name : `${name} (${about})`;
  const hour = hourOf([...lead.filter((item) => !taken.has(item)), ...dayHours([...taken], record)]);
  const title = nameChanges(isLetter(body) ? titleOf(body, context) : text, record);
  const titled = withHour(title, hour, record);
  const missing = titled.length === 0 ? [record.name] : [];
  return { do: "create", kind, changes: [...titled, ...changes], missing, said: text };
}

/** "For Ann and Tom": one has it, and the other is left over. */
function secondReceiver(body: readonly Item[], taken: ReadonlySet<Item>): Item | undefined {
  return body.find(
    (item, at) =>
      item.is === "person" &&
      !taken.has(item) &&
      body[at - 1]?.is === "joint" &&
      body.slice(0, at).some((one) => one.is === "person" && taken.has(one)),
  );
}

/** Fields with words of their own, beside the name: a contact's job, a client's city. */
export function textFields({ fields, name, body, ...record }: PackRecord): string[] {
  return Object.entries(fields).flatMap(([field, { type }]) =>
    type === "text" && field !== name && field !== body && isWritable(field, { fields, name, body, ...record })
      ? [field]
      : [],
  );
}

/** The one of several fields that a text belongs in: where others have it, or for a proper name the first. */
export function textFieldOf(
  text: string,
  fields: readonly string[],
  { kind, context: { world } }: { kind: string; context: ReadingContext },
): string | undefined {
  const said = stems(text).join(" ");
  const known = fields.filter((field) =>
    world.rows.get(kind)?.some((row) => stems(textOf(row[field])).join(" ") === said),
  );
  const isSure = fields.length === 1 || /^\p{Lu}/u.test(text);
  return known.length === 1 ? known[0] : isSure ? fields[0] : undefined;
}

/** "Kim Poe, engineer": of a record that is written like a card, the name stands before the first comma. */
function cardParts(items: readonly Item[], record: PackRecord): [readonly Item[], readonly Item[]] {
  const first = items.findIndex(({ is }) => /^(?:unknown|word|name)$/.test(is));
  const comma = items.findIndex(({ is, text }, at) => at > first && is === "joint" && text === ",");
  if (textFields(record).length === 0 || comma < 0) return [items, []];
  return [items.slice(0, comma), items.slice(comma)];
}

/** What stands behind the name is the one field it can be; else it is asked about. */
function asideChange(
  items: readonly Item[],
  {
    kind,
    record,
    changes,
    context,
  }: Pick<Creation, "kind" | "record"> & { changes: readonly Change[]; context: ReadingContext },
): Change | Doubt | undefined {
  const [part, ...more] = commaParts(items).flatMap((one) => (one.length === 0 ? [] : [titleOf(one, context)]));
  if (part === undefined) return undefined;
  const words = [part, ...more].join(", ");
  if (more.length > 0) return { doubt: "words", words, understood: [] };
  const open = textFields(record).filter((name) => !changes.some((change) => change.field === name));
  const field = textFieldOf(words, open, { kind, context });
  if (field === undefined) return { doubt: "words", words, understood: [] };
  return { field, value: { is: "json", value: words, shown: words } };
}

/** What stands between commas, each without "she is the new". */
function commaParts(items: readonly Item[]): Item[][] {
  const parts: Item[][] = [[]];
  for (const item of items)
    if (item.is === "joint" && item.text === ",") parts.push([]);
    else parts.at(-1)?.push(item);
  return parts.map((part) => {
    const first = part.findIndex((item) => !leadsToRole(item));
    return first < 0 ? [] : [...withoutManners(part.slice(first))];
  });
}

function leadsToRole(item: Item): boolean {
  if (isItem(item, "verb")) return item.op === "be";
  return /^(?:filler|pronoun|whose|prep|sign)$/.test(item.is) || hasConcept(item.text, "head.create");
}

/** "Assign to Zed", where nobody is called so. */
function unknownReceiver(items: readonly Item[]): string | undefined {
  const verb = items.findIndex((item) => isItem(item, "verb") && item.op === "assign" && item.form !== "infinitive");
  if (verb < 0) return undefined;
  const next = items.slice(verb + 1).find(({ is }) => is !== "prep" && is !== "filler");
  return next?.is === "unknown" ? next.text : undefined;
}

/** The noun without its article. */
function nounsOf(head: readonly Item[]): Item[] {
  return head.flatMap((item) => (item.is === "kind" ? [{ ...item, start: item.end - 1 }] : []));
}

/** A meeting goes by its noun and whom it is with, a deal by whom it is with. */
function ownName({ head, body, record }: Creation, context: ReadingContext): string {
  const noun = nounsOf(head);
  const name = body.findIndex(({ is }) => is === "name");
  if (name < 0) return "";
  if (record.ends !== undefined) return titleOf([...noun, ...body.slice(0, name + 1)], context);
  return partnerName(body.slice(Math.max(name - 1, 0), name + 1), record, context) ?? "";
}

/** "With the bakery Crumb": whom a record of a client is with, without the preposition and the case it asks for. */
function partnerName(items: readonly Item[], record: PackRecord, context: ReadingContext): string | undefined {
  const [first, ...rest] = items;
  const { tokens } = context.reading;
  const isLed = isItem(first, "prep") && (first.role === "person" || first.role === "source");
  if (!isLed || !isPartnered(record) || rest.length === 0) return undefined;
  const said = tokens.slice(rest[0]?.start, rest.at(-1)?.end);
  const language = languages[said[0]?.lang ?? "en"];
  const isWhole = rest.every(({ start }, at) => at === 0 || start === rest[at - 1]?.end);
  // Where the first word is no known noun, the words behind it would bend it wrongly.
  const bends = isWhole && language.normalForm(said.slice(0, 1)) !== said[0]?.text;
  return bends && said.every(({ kind }) => kind === "word") ? language.normalForm(said) : titleOf(rest, context);
}

/** Whether a new record points to a client or the like, and has no text of its own. */
function isPartnered(record: PackRecord): boolean {
  return (
    record.ends === undefined && record.body === undefined && record.about.some((field) => isWritable(field, record))
  );
}

/** "For the night team: …", where nobody and no team is called so. */
function unknownHome(head: readonly Item[]): Doubt | undefined {
  const prep = head.findIndex((item) => isItem(item, "prep") && /^(?:goal|place|person)$/.test(item.role));
  const behind = head.slice(prep + 1).filter(({ is }) => is !== "filler");
  const [name, noun] = [
    behind.find(({ is }) => /^(?:unknown|word|verb)$/.test(is)),
    behind.find(({ is }) => is === "kind"),
  ];
  const at = behind.findIndex((item) => item === name);
  if (prep < 0 || name === undefined || behind.slice(0, at).some(({ is }) => is !== "kind")) return undefined;
  const kind = isItem(noun, "kind") ? noun.senses[0]?.kind : undefined;
  return { doubt: "name", said: name.text, ...compact({ kind }), near: [] };
}

/** Several sentences are kept whole, whatever was read in them. */
function isLetter(body: readonly Item[]): boolean {
  const stops = body.filter((item, at) => item.is === "sign" && /^[.!?…]+$/.test(item.text) && at < body.length - 1);
  return stops.length > 0;
}

function nameChanges(text: string, { name, body }: PackRecord): Change[] {
  if (text === "") return [];
  const sentences = text.split(/(?<=[.!?…])\s+|\n+/).filter((one) => one.trim().length > 3);
  const json = (field: string, value: string): Change => ({ field, value: { is: "json", value, shown: value } });
  if (text.length <= longestName && sentences.length < 2) return [json(name, text.replace(/[.…]+$/, ""))];
  const first = (sentences.find((one) => one.length > 12) ?? sentences[0] ?? text).replace(/[.…]+$/, "");
  const short = first.length <= longestName ? first : `${first.slice(0, longestName).replace(/\s+\S*$/, "")}…`;
  return [json(name, short), ...(body === undefined ? [] : [json(body, text)])];
}

function hasMeaning({ is }: Item): boolean {
  return !/^(?:prep|joint|filler|sign|kind|verb|place|quantifier|number|deed|word|question|pronoun)$/.test(is);
}

type Offer = { change: Change | Doubt | undefined; items: readonly Item[] };
type NameSearch = { items: readonly Item[]; isHead: boolean; kind: string; record: PackRecord };

/** Values that may be fields of the new record, each with the small words that belong to it. */
function offersIn(looking: NameSearch, context: ReadingContext): Offer[] {
  const { items, kind, record } = looking;
  const times = items.flatMap((item, at) => (isItem(item, "time") ? (timeOffer(item, at, looking) ?? []) : []));
  const others = items.flatMap((item, at): Offer[] => {
    const field = fieldBefore(items, at, kind);
    const reach = reachOf(items, at, field?.at);
    const near = field?.name;
    const make = (): Change | Doubt | undefined =>
      changeOf(item, { place: { parts: [], kind, record }, near, context });
    // The name of a client opens the name of a deal: it stays there.
    if (item.is === "name" && near === undefined && (isOpening(items, at) || isPartner(item, at, looking)))
      return [{ change: make(), items: [] }];
    if (item.is === "duration") return [{ change: endChange(item, record), items: reach }];
    if (item.is === "place") return hasPrep(items, at) ? [{ change: undefined, items: reach }] : [];
    if (near === undefined && !isOffered(item, at, looking)) return [];
    if (item.is !== "date") return [{ change: make(), items: reach }];
    const isWhole = item.span.time === undefined || holdsHour(record);
    const until = endChange(item, record);
    return [
      { change: withoutTime(make(), record), items: isWhole ? reach : [] },
      ...(until === undefined ? [] : [{ change: until, items: [] }]),
    ];
  });
  // What is said with the word for its field comes before what is only like it.
  const isLabelled = ({ items: own }: Offer): boolean => own.some(({ is }) => is === "field");
  return [...times, ...others.filter(isLabelled), ...others.filter((offer) => !isLabelled(offer))];
}

/** Whether a value is said of the new record without a word for the field. */
function isOffered(item: Item, at: number, { items, isHead, record }: NameSearch): boolean {
  switch (item.is) {
    case "date":
      if (isAttribute(item, at, items)) return false;
      return /^(?:day|minute|hour)$/.test(item.span.granularity) || item.span.relation === "by";
    case "person":
      return isHead || isReceiver(items, at);
    case "option":
      return isHead || (isAside(items, at) && !isFirstWord(item, at, { items, record }));
    case "number":
      return item.span.currency !== undefined || (item.span.scaled ?? item.span.value) >= 1000;
    case "contact":
      return Object.values(record.fields).some(({ type }) => type === "contact");
    case "name":
      return isHead || hasPrep(items, at) || items[at - 1]?.is === "kind" || isApart(items, at);
    default:
      return false;
  }
}

/** "With the company Crumb": the name behind the noun is exactly that of a client. */
function isPartner(item: ItemOf<"name">, at: number, { items, record }: NameSearch): boolean {
  const kinds = record.about.map((field) => record.fields[field]?.of ?? "");
  const isNamed = kinds.some((kind) => item.refs.get(kind)?.level === "exact");
  return isNamed && isPartnered(record) && items[0]?.is === "prep" && at === 2 && items[1]?.is === "unknown";
}

/** A day and an hour that stand apart make one moment. */
function timeOffer(item: ItemOf<"time">, at: number, { items, record }: NameSearch): Offer[] | undefined {
  const when = record.when ?? "";
  const date = items.find((one) => isItem(one, "date"));
  if (!holdsHour(record) || !isItem(date, "date")) return undefined;
  const value = { is: "day", day: date.span.first, time: item.span.time, said: item.text } as const;
  const change = withoutTime({ field: when, value }, record);
  return [{ change, items: [...reachOf(items, items.indexOf(date)), ...reachOf(items, at)] }];
}

/** A field that holds a day only gets it without the hour. */
function withoutTime(change: Change | Doubt | undefined, record: PackRecord): Change | Doubt | undefined {
  if (change === undefined || isDoubt(change) || change.value.is !== "day") return change;
  if (record.fields[change.field]?.type !== "date") return change;
  const { time: _, ...day } = change.value;
  return { ...change, value: day };
}

/** A field word right before a value. */
function fieldBefore(items: readonly Item[], at: number, kind: string): { name: string; at: number } | undefined {
  for (let i = at - 1; i >= 0 && at - i <= 4; i -= 1) {
    const item = items[i];
    if (isItem(item, "field")) {
      const sense = item.senses.find((one) => one.kind === kind);
      return sense === undefined ? undefined : { name: sense.field, at: i };
    }
    if (item?.is !== "prep" && item?.is !== "filler" && item?.is !== "sign" && item?.is !== "compare") return undefined;
  }
  return undefined;
}

/** An item with the prepositions, commas and verbs ("assign to") that lead to it. */
function reachOf(items: readonly Item[], at: number, from = at): Item[] {
  let start = from;
  for (let i = start - 1; i >= 0; i -= 1) {
    const item = items[i];
    const leads =
      item?.is === "prep" ||
      item?.is === "joint" ||
      (item?.is === "filler" && i > 0) ||
      (isItem(item, "verb") && (item.op === "assign" || item.op === "own"));
    if (!leads) break;
    start = i;
  }
  return items.slice(start, at + 1);
}

/** Thanks and greetings around a text are not part of it. */
function withoutManners(items: readonly Item[]): readonly Item[] {
  const isManner = (item: Item): boolean =>
    item.is === "joint" || item.is === "sign" || (isItem(item, "filler") && (item.manner ?? item.text.length > 3));
  const first = items.findIndex((item) => !isManner(item));
  const behind = items.findLastIndex((item) => !isManner(item));
  // "…, ok?": the mark goes with the word.
  const hasTag = items.slice(behind + 1).some((item) => isItem(item, "filler"));
  const last = hasTag ? behind : items.findLastIndex((item) => !isManner(item) || /^[)!?»"]$/.test(item.text));
  return first < 0 ? [] : items.slice(first, last + 1);
}

/** How many items at the head only lead to a verb: the "to" of "for Tom to call". */
function leadIn(items: readonly Item[], { reading }: ReadingContext): number {
  const at = items.findIndex(({ is }) => is !== "sign" && is !== "joint" && is !== "filler");
  const token = reading.tokens[items[at]?.start ?? -1];
  return token !== undefined && languages[token.lang].beforeVerb.has(token.lower) ? at + 1 : 0;
}

/** What is left of the text: runs of items that were not taken, in order. */
function titleOf(items: readonly Item[], { reading }: ReadingContext): string {
  const { tokens, source } = reading;
  const runs: string[] = [];
  let from: number | undefined;
  let to = 0;
  let next = -1;
  for (const { start, end } of items) {
    if (from !== undefined && start !== next) {
      runs.push(source.slice(from, to));
      from = undefined;
    }
    from ??= tokens[start]?.from ?? 0;
    to = tokens[end - 1]?.to ?? 0;
    next = end;
  }
  if (from !== undefined) runs.push(source.slice(from, to));
  const text = runs
    .map((run) => run.trim())
    .filter((run) => run !== "")
    .join(" ");
  return trimmed(text).replaceAll(/\s+([,.;!?])/g, "$1");
}
