import { compact } from "../../../plan/compact.ts";
import type { Operation } from "../../../language/words/operation.ts";
import type { Json } from "../../../plan/json.ts";
import type { PackField, PackRecord } from "../../packs/records.ts";
import { addedAmount, isOpenAmount } from "./amounts.ts";
import { buildSets } from "../sets/build-set.ts";
import { fieldSaid } from "../sets/value-tests.ts";
import { type Item, isItem, type ItemOf } from "../items/item.ts";
import { type Change, type Doubt, isDoubt, type Person, type RecordSet, type Request, type Value } from "./request.ts";
import type { Part } from "../sets/roles.ts";
import type { ReadingContext } from "./context.ts";
import { textOf } from "../world/world.ts";

export type BuiltRequests = { requests: Request[]; score: number };
type ChangeParts = { parts: readonly Part[]; kind: string; op?: Operation };

/** A change of records of one kind; undefined where the parts do not fit that kind. */
export function buildChange(wanted: ChangeParts, context: ReadingContext): BuiltRequests | Doubt | undefined {
  const { parts, kind, op } = wanted;
  const record = context.world.pack.records[kind];
  if (record === undefined) return undefined;
  const sets = buildSets({ parts, kind, asks: false }, context);
  if (sets === undefined || isDoubt(sets)) return sets;
  const ours = parts.find(
    ({ item, role }) => role === "filter" && isItem(item, "whose") && item.span.whose === "group",
  );
  const isOpen = record.who !== undefined && sets.sets.some(isUnnamed) && !("meant:group" in context.answers);
  if (ours !== undefined && isOpen) return { doubt: "meant", of: "group", said: ours.item.text };
  const operation = operationOf(parts, kind);
  if (operation === null) return undefined;
  if (operation !== undefined) return operated(operation, { parts, record, sets });
  const changes = changesOf({ parts, kind, record }, context);
  if (changes === undefined || isDoubt(changes)) return changes;
  const deed = deedOf(wanted, record);
  if (deed === null) return undefined;
  const until = pausedUntil({ parts, kind, record }, { op, changes });
  if (until !== undefined) return until;
  const open = openField({ parts, kind, record }, changes);
  if (open !== undefined && op !== undefined && op !== "delete" && op !== "release")
    return { doubt: "field", kind, field: open };
  // "Close all tasks in review": the verb says what they become.
  if (deed?.value !== undefined && changes.some(({ field }) => field === deed.field)) return undefined;
  // A meeting that is cancelled is gone; a deal is not.
  const isCancelled = op === "cancel" && deed === undefined && record.fields[record.when ?? ""]?.type === "moment";
  const emptied = emptiedField({ parts, kind, record }, op);
  if (emptied !== undefined) {
    const isPossible = record.change !== undefined && changes.length === 0 && record.fields[emptied]?.clear === true;
    if (!isPossible) return { doubt: "impossible", said: wordsOf(parts) };
    const empty: Change = { field: emptied, value: { is: "json", value: null, shown: "—" } };
    return {
      requests: sets.sets.map((set) => ({ do: "change", set, changes: [empty], missing: [] })),
      score: sets.score + 1,
    };
  }
  if (op === "delete" || isCancelled) {
    if (record.remove === undefined || changes.length > 0) return { doubt: "impossible", said: wordsOf(parts) };
    if (isUnrestricted(parts)) return { doubt: "which", said: wordsOf(parts) };
    return { requests: sets.sets.map((set) => ({ do: "remove", set })), score: sets.score + 1 };
  }
  if (record.change === undefined) return undefined;
  // A noun alone names no record: every one of the kind changes only where that was said.
  const isQuantified = parts.some(({ item }) => item.is === "quantifier");
  const takesAll = sets.sets.some(({ all }) => all);
  // "Ann is out this week" tells of her, not of everything she has.
  if (takesAll && op === undefined && deed === undefined && isOnlyOwned(parts)) return undefined;
  if (takesAll && !isQuantified && isUnrestricted(parts)) return { doubt: "which", said: wordsOf(parts) };
  const added =
    deed?.value === undefined || changes.some(({ field }) => field === deed.field)
      ? []
      : [{ field: deed.field, value: jsonValue(deed.value) }];
  const all = [...changes, ...added];
  const missing =
    all.length > 0 ? [] : [missingField({ parts, kind, record }, { op, deed })].flatMap((field) => field ?? []);
  if (all.length === 0 && missing.length === 0) return undefined;
  const score = sets.score + Number(all.length > 0) - 2 * missing.length;
  return { requests: sets.sets.map((set) => ({ do: "change", set, changes: all, missing })), score };
}

/** An operation of the pack. "A kickoff on Friday": it has no day of its own. */
function operated(
  operation: string,
  { parts, record, sets }: { parts: readonly Part[]; record: PackRecord; sets: { sets: RecordSet[]; score: number } },
): BuiltRequests | Doubt {
  const when = parts.find(({ item, role }) => role === "value" && /^(?:date|time|duration)$/.test(item.is))?.item;
  if (when !== undefined) return { doubt: "time", said: when.text };
  const person = record.operations[operation]?.needs.includes("person") === true ? receiverOf(parts) : undefined;
  if (person !== undefined && isDoubt(person)) return person;
  const given = person === undefined ? {} : { person: person.id };
  return { requests: sets.sets.map((set) => ({ do: "operate", set, operation, ...given })), score: sets.score + 2 };
}

function isUnnamed({ all, tests }: RecordSet): boolean {
  return all && !tests.some(({ op }) => op === "ids");
}

/** "Delete the deadline", not "delete what starts after two": a field without a description behind it. */
function isFieldAlone(parts: readonly Part[], at: number): boolean {
  const next = parts.slice(at + 1).find(({ role }) => role !== "skip");
  return parts[at]?.role === "field" && next?.role !== "filter";
}

/** "Lower the priority of all tasks in review": a field that gets no value, though another would. */
function openField({ parts, kind, record }: PartsOfKind, changes: readonly Change[]): string | undefined {
  const fields = parts.flatMap(({ item }, at) => {
    const senses =
      isFieldAlone(parts, at) && isItem(item, "field") ? item.senses.filter((one) => one.kind === kind) : [];
    return senses.length === 0 || senses.some(({ field }) => changes.some((one) => one.field === field)) ? [] : senses;
  });
  return changes.length === 0 ? undefined : fields.find(({ field }) => record.fields[field]?.type === "option")?.field;
}

/** "Remove the deadline of A", "remove Tom from A", "unassign A": what is taken away is a value, not the record. */
function emptiedField({ parts, kind, record }: PartsOfKind, op: Operation | undefined): string | undefined {
  if (op !== "delete" && op !== "release") return undefined;
  const alone = parts.filter((_, at) => isFieldAlone(parts, at));
  const said = fieldSaid({ parts: alone, kind, record }, () => true);
  const target = parts.findIndex(({ item, role }) => role === "target" && /^(?:key|name|pronoun|kind)$/.test(item.is));
  const lead = parts.slice(0, Math.max(target, 0)).findLast(({ item }) => item.is !== "filler")?.item;
  const isTakenOff = isItem(lead, "prep") && lead.role === "source" && parts.some(({ item }) => item.is === "person");
  // "Take A off hold" takes nobody away.
  const isState = parts.some(({ item }) => item.is === "option");
  return said ?? ((op === "release" && !isState) || isTakenOff ? record.who : undefined);
}

/** Nothing but a noun says which records are meant. */
function isUnrestricted(parts: readonly Part[]): boolean {
  const isNoun = parts.some(({ item, role }) => role === "target" && item.is === "kind");
  return (
    isNoun &&
    parts.every(
      ({ item, role }) => !/^(?:filter|except|order)$/.test(role) && (role !== "target" || item.is === "kind"),
    )
  );
}

/** Nothing but somebody or a time says which records are meant. */
function isOnlyOwned(parts: readonly Part[]): boolean {
  const said = parts.filter(({ role }) => /^(?:target|filter|except|order)$/.test(role));
  return said.length > 0 && said.every(({ item }) => /^(?:person|date|time)$/.test(item.is));
}

type PartsOfKind = { parts: readonly Part[]; kind: string; record: PackRecord };

/** The pack's own operation that was named; null where it is one of another kind only. */
function operationOf(parts: readonly Part[], kind: string): string | null | undefined {
  const item = parts.find(({ item: one, role }) => one.is === "operation" && role === "operation")?.item;
  if (!isItem(item, "operation")) return undefined;
  return item.senses.find((sense) => sense.kind === kind)?.operation ?? null;
}

/** The one person that something is done for. */
function receiverOf(parts: readonly Part[]): Person | Doubt {
  const item = parts.find((part) => part.role === "value" && part.item.is === "person")?.item;
  if (!isItem(item, "person")) return { doubt: "which", said: wordsOf(parts) };
  const [person, ...others] = item.people;
  return person === undefined || others.length > 0 ? { doubt: "people", said: item.text, people: item.people } : person;
}

/** "Park it until May": how long is no field of the record, and no other day of it either. */
function pausedUntil(
  { parts, record }: PartsOfKind,
  { op, changes }: { op: Operation | undefined; changes: readonly Change[] },
): Doubt | undefined {
  const { field, value } = record.deeds["pause"] ?? {};
  const isPaused =
    op === "pause" ||
    (value !== undefined &&
      changes.some((one) => one.field === field && one.value.is === "json" && one.value.value === value));
  const date = parts.find(({ item, role }) => role === "value" && isItem(item, "date"))?.item;
  const isSaid = parts.some(({ item }) => item.is === "field");
  return isPaused && date !== undefined && !isSaid ? { doubt: "time", said: date.text } : undefined;
}

type FieldChange = { field: string; value?: Json | undefined };

/** What a verb makes of a record, by the pack's own verbs or by the language's operation; null where it is of another kind only. */
function deedOf({ parts, kind, op }: ChangeParts, record: PackRecord): FieldChange | null | undefined {
  const item = parts.find(({ item: one, role }) => one.is === "deed" && role === "operation")?.item;
  if (isItem(item, "deed")) {
    const sense = item.senses.find((one) => one.kind === kind);
    return sense === undefined ? null : (record.deeds[sense.deed] ?? null);
  }
  return op === undefined ? undefined : record.deeds[op];
}

function jsonValue(value: Json): Value {
  return { is: "json", value, shown: textOf(value) };
}

/** The field that a verb without a value speaks of. */
function missingField(
  { parts, kind, record }: PartsOfKind,
  { op, deed }: { op: Operation | undefined; deed: FieldChange | undefined },
): string | undefined {
  const said = fieldSaid({ parts, kind, record }, () => true);
  if (said !== undefined) return said;
  if (deed !== undefined) return deed.field;
  const option = Object.entries(record.fields).find(([, { type }]) => type === "option")?.[0];
  switch (op) {
    case "assign":
      return record.who;
    case "delay":
    case "advance":
    case "schedule":
      return record.when;
    case "rename":
      return record.name;
    case "move":
    case "complete":
    case "pause":
    case "resume":
    case "reopen":
    case "cancel":
    case "start":
    case "stop":
      return option;
    default:
      return undefined;
  }
}

/** The values of a clause by field; undefined where one fits no field of the kind. */
function changesOf(place: PartsOfKind, context: ReadingContext): Change[] | Doubt | undefined {
  const changes: Change[] = [];
  for (const [at, part] of place.parts.entries()) {
    if (part.role !== "value") continue;
    if (part.item.is === "time") {
      const day = changes.at(-1);
      if (day?.value.is !== "day" || !isItem(part.item, "time")) return { doubt: "time", said: part.item.text };
      changes[changes.length - 1] = { ...day, value: { ...day.value, time: part.item.span.time } };
      continue;
    }
    const added = isItem(part.item, "number") ? addedAmount(part.item, place) : undefined;
    if (added !== undefined) {
      if (changes.some(({ field }) => field === added.field)) return undefined;
      changes.push(added);
      continue;
    }
    const change = changeOf(part.item, { place, near: fieldBefore(place, at), context });
    if (change === undefined || isDoubt(change)) return change;
    if (changes.some(({ field }) => field === change.field)) return undefined;
    changes.push(change, ...currencyOf([part.item], { field: change.field, record: place.record }));
  }
  for (const { field, value } of changes)
    if (value.is === "day" && value.time !== undefined && place.record.fields[field]?.type === "date")
      return { doubt: "time", said: value.time };
  return changes;
}

/** The money an amount was said in, where the record holds it. */
export function currencyOf(items: readonly Item[], { field, record }: { field: string; record: PackRecord }): Change[] {
  const said = items.flatMap((item) => (isItem(item, "number") ? (item.span.currency ?? []) : []))[0];
  const holds = record.fields[field]?.currency;
  return said === undefined || holds === undefined
    ? []
    : [{ field: holds, value: { is: "json", value: said, shown: said } }];
}

/** The field word that stands before a value. */
function fieldBefore({ parts, kind, record }: PartsOfKind, at: number): string | undefined {
  const before = parts.slice(0, at).findLast(({ role }) => role === "field");
  if (!isItem(before?.item, "field")) return undefined;
  const { senses } = before.item;
  return senses.find((sense) => sense.kind === kind && record.fields[sense.field] !== undefined)?.field;
}

type ValueSite = { place: PartsOfKind; near: string | undefined; context: ReadingContext };

/** The field an item is a value of, and the value. */
export function changeOf(item: Item, { place, near, context }: ValueSite): Change | Doubt | undefined {
  const { record, kind } = place;
  const typeOf = (field: string | undefined): PackField["type"] | undefined =>
    field === undefined ? undefined : record.fields[field]?.type;
  const own = (...types: PackField["type"][]): string | undefined => {
    const type = typeOf(near);
    if (near !== undefined && type !== undefined && types.includes(type)) return near;
    return Object.entries(record.fields).find(([, field]) => types.includes(field.type))?.[0];
  };
  switch (item.is) {
    case "option": {
      const senses = item.senses.filter((sense) => sense.kind === kind);
      const sense = senses.find(({ field }) => field === near) ?? senses[0];
      return sense && { field: sense.field, value: { is: "json", value: sense.value, shown: item.text } };
    }
    case "person": {
      const field = typeOf(near) === "person" ? near : record.who;
      return field === undefined ? undefined : { field, value: { is: "person", people: item.people, said: item.text } };
    }
    case "date": {
      const field = typeOf(near) === "date" || typeOf(near) === "moment" ? near : record.when;
      const isEnd = /^(?:by|until|before)$/.test(item.span.relation);
      const { time } = item.span;
      const day = isEnd ? item.span.last : item.span.first;
      const isMonth = item.span.granularity === "month" && !isEnd;
      if (field === undefined) return undefined;
      const more = compact({ time, isMonth: isMonth || undefined });
      return { field, value: { is: "day", day, said: item.text, ...more } };
    }
    case "duration": {
      if (item.span.max !== undefined) return undefined;
      const length = lengthChange(item, place, near);
      if (length !== undefined) return length;
      if (record.when === undefined) return undefined;
      const back = place.parts.some(({ item: one }) => isItem(one, "verb") && one.op === "advance");
      const count = back ? -item.span.value : item.span.value;
      return { field: record.when, value: { is: "shift", count, unit: item.span.unit, said: item.text } };
    }
    case "number": {
      const field = own("number");
      if (field === undefined || item.span.percent || item.span.ordinal) return undefined;
      if (isOpenAmount(item, record.fields[field])) return { doubt: "field", kind, field };
      return { field, value: { is: "json", value: item.span.scaled ?? item.span.value, shown: item.text } };
    }
    case "contact":
      return contactChange(item.value, near, record);
    case "quoted":
      return {
        field: near !== undefined && (typeOf(near) === "text" || typeOf(near) === "contact") ? near : record.name,
        value: { is: "json", value: item.value, shown: item.value },
      };
    case "name":
      return recordChange(item, near, { record, context });
    default:
      return undefined;
  }
}

/** "30 minutes longer", "shorten to 30 minutes": how long it lasts, where the record says so. */
function lengthChange(
  { span, start, text }: ItemOf<"duration">,
  { parts, record }: PartsOfKind,
  near: string | undefined,
): Change | undefined {
  const field = Object.entries(record.fields).find(([, { type }]) => type === "minutes")?.[0];
  const minutes = span.unit === "minute" ? span.value : span.unit === "hour" ? span.value * 60 : undefined;
  const verb = parts.find(({ item, role }) => role === "operation" && item.is === "verb")?.item;
  const op = isItem(verb, "verb") ? verb.op : undefined;
  const compared = parts.find(({ item }) => isItem(item, "compare"))?.item;
  const way = isItem(compared, "compare") ? compared.span.value : undefined;
  const isLength = op === "increase" || op === "decrease" || way !== undefined || near === field;
  if (field === undefined || minutes === undefined || !isLength) return undefined;
  const prep = parts.findLast(({ item }) => item.end <= start)?.item;
  if (isItem(prep, "prep") && prep.role === "goal")
    return { field, value: { is: "json", value: String(minutes), shown: text } };
  const isLess = op === "decrease" || way === "least" || way === "less";
  return { field, value: { is: "shift", count: isLess ? -minutes : minutes, unit: "minute", said: text } };
}

/** How long something new lasts, where its end is a moment: "half an hour", "10:00 to 10:30". */
export function endChange(item: Item, { ends }: PackRecord): Change | undefined {
  if (ends === undefined) return undefined;
  const { field } = ends;
  if (isItem(item, "duration") && item.span.max === undefined && /^(?:minute|hour)$/.test(item.span.unit))
    return { field, value: { is: "shift", count: item.span.value, unit: item.span.unit, said: item.text } };
  if (!isItem(item, "date") || item.span.until === undefined) return undefined;
  return { field, value: { is: "day", day: item.span.first, time: item.span.until, said: item.text } };
}

function contactChange(value: string, near: string | undefined, { fields }: PackRecord): Change | undefined {
  const fits = Object.keys(fields).find(
    (name) => fields[name]?.type === "contact" && name.includes("mail") === value.includes("@"),
  );
  const field = near !== undefined && /^(?:contact|text)$/.test(fields[near]?.type ?? "") ? near : fits;
  return field === undefined ? undefined : { field, value: { is: "json", value, shown: value } };
}

/** A field that holds the one record a name stands for. */
function recordChange(
  item: ItemOf<"name">,
  near: string | undefined,
  { record, context }: { record: PackRecord; context: ReadingContext },
): Change | undefined {
  const isNear = near !== undefined && record.fields[near]?.type === "record";
  const found = Object.entries(record.fields).find(
    ([name, { type, of }]) =>
      type === "record" &&
      item.refs.get(of ?? "")?.rows.length === 1 &&
      // A word from the middle of a name stands for it only where the field is named.
      (isNear ? name === near : item.refs.get(of ?? "")?.level !== "part"),
  );
  const [field, { of = "" } = {}] = found ?? [];
  const row = item.refs.get(of)?.rows[0];
  if (field === undefined || row === undefined) return undefined;
  const id = row[context.world.pack.records[of]?.id ?? ""] ?? null;
  return { field, value: { is: "json", value: id, shown: item.text } };
}

function wordsOf(parts: readonly Part[]): string {
  return parts.map(({ item }) => item.text).join(" ");
}
