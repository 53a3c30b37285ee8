import { compact } from "../../../plan/compact.ts";
import { hasConcept } from "../../../language/lexicon/has-concept.ts";
import { minutesOf } from "./moments.ts";
import type { PackRecord } from "../../packs/records.ts";
import { changeOf, currencyOf } from "./build-change.ts";
import type { ReadingContext } from "./context.ts";
import { isItem, type Item } from "../items/item.ts";
import type { Creation } from "./read-create.ts";
import { type Change, type Doubt, isDoubt, type Person, type RecordSet, type Request, type Value } from "./request.ts";
import { describedValue } from "../sets/described-value.ts";
import { freeTime } from "../sets/free-time.ts";
import { trimmed } from "./read-text.ts";
import { textOf } from "../world/find-rows.ts";
import { rowsOf } from "../sets/tests.ts";

/**
 * Something new whose name is introduced ("called", "titled", "with the subject"): every other word is a value of a field, a small word,
 * or not understood. Undefined where no name is introduced; then the text itself is the name.
 */
export function readForm(
  { kind, record, head, body }: Creation,
  context: ReadingContext,
): Request[] | Doubt | undefined {
  const items = [...head, ...body];
  const site = { kind, record, context };
  const name = nameIn(items, site);
  const left = items.filter((item) => name?.items.includes(item) !== true);
  const top = describedPerson(left, site);
  if (name === undefined && top?.set === undefined) return undefined;
  const slot = slotIn(left, site);
  if (slot !== undefined && isDoubt(slot)) return slot;
  const taken = new Set([...(top?.items ?? []), ...(slot?.items ?? [])]);
  const fields = fieldsIn(
    left.filter((item) => !taken.has(item)),
    site,
  );
  if (isDoubt(fields)) return fields;
  const changes = [...fields.changes, ...(slot === undefined ? [] : [slot.change])];
  const people = [...fields.people, ...(top === undefined ? [] : [top.change])];
  // Whom a statement before speaks of is whom it is for, where somebody must be.
  const spoken = context.spokenOf.person;
  if (people.length === 0 && spoken !== undefined && record.who !== undefined && record.personal)
    people.push(personChange(record.who, spoken));
  const said = name?.text ?? "";
  const own: Change[] =
    name === undefined ? [] : [{ field: record.name, value: { is: "json", value: said, shown: said } }];
  const each = people.length > 0 ? people : [undefined];
  return each.map((person) => ({
    do: "create",
    kind,
    changes: [...own, ...changes, ...(person === undefined ? [] : [person])],
    missing: name === undefined ? [record.name] : [],
    said,
    ...compact({ of: top?.set }),
    ...(items.some(({ text }) => hasConcept(text, "head.create")) && { isNew: true }),
  }));
}

type FormSite = { kind: string; record: PackRecord; context: ReadingContext };
type TextMatch = { text: string; items: readonly Item[] };

/** The words behind "called" or the field of the name: in quotes, else up to the next value. */
function nameIn(items: readonly Item[], site: FormSite): TextMatch | undefined {
  const lead = items.findIndex((item, at) => leadsToName(item, site) && items[at + 1] !== undefined);
  if (lead < 0) return quotedName(items, site) ?? bareName(items, site);
  let from = lead + 1;
  while (/^(?:filler|sign|pronoun)$/.test(items[from]?.is ?? "") && items[from + 1] !== undefined) from += 1;
  const first = items[from];
  const quoted = first === undefined ? undefined : quotedText(first);
  if (quoted !== undefined) return { text: quoted, items: items.slice(lead, from + 1) };
  let to = from;
  while (to < items.length && !endsName(items, to)) to += 1;
  const [start, end] = [items[from]?.start, items[to - 1]?.end];
  if (to === from || start === undefined || end === undefined) return undefined;
  const { source, tokens } = site.context.reading;
  const text = trimmed(source.slice(tokens[start]?.from ?? 0, tokens[end - 1]?.to ?? 0).replace(/[\s,.;!?]+$/, ""));
  return { text, items: items.slice(lead, to) };
}

/** Text in quotes, also where a record is called so. */
function quotedText(item: Item): string | undefined {
  if (isItem(item, "quoted")) return item.value;
  return isItem(item, "name") && /^['"«“]/.test(item.text) ? trimmed(item.text) : undefined;
}

/** "A task 'Fix it' for Ann": the name right behind the noun. */
function quotedName(items: readonly Item[], { kind }: FormSite): TextMatch | undefined {
  const noun = items.findIndex((item) => isItem(item, "kind") && item.senses.some((sense) => sense.kind === kind));
  const item = items[noun + 1];
  const text = noun < 0 || item === undefined ? undefined : quotedText(item);
  return text === undefined || item === undefined ? undefined : { text, items: [item] };
}

/** "Add Kim Poe to the CRM": without a noun, what stands right behind the verb is the name. */
function bareName(items: readonly Item[], { context }: FormSite): TextMatch | undefined {
  const verb = items.findIndex(({ is }) => is === "verb");
  const run = items.slice(verb + 1);
  const end = run.findIndex(({ is }) => is !== "unknown" && is !== "word" && is !== "name");
  const named = end < 0 ? run : run.slice(0, end);
  const { source, tokens } = context.reading;
  const [first, last] = [named[0], named.at(-1)];
  const isNoun = items.some(({ is, start }) => is === "kind" && start < (first?.start ?? 0));
  const isPlaced = items.some(({ is }) => is === "place");
  if (verb < 0 || isNoun || !isPlaced || first === undefined || last === undefined) return undefined;
  if (tokens[first.start]?.capital !== true) return undefined;
  return { text: source.slice(tokens[first.start]?.from ?? 0, tokens[last.end - 1]?.to ?? 0), items: named };
}

/** A value of another field stands here, behind its preposition or not. */
function endsName(items: readonly Item[], at: number): boolean {
  const item = items[at];
  const next = items.slice(at).find(({ is }) => is !== "prep" && is !== "filler" && is !== "joint");
  const leads = item?.is === "prep" || item?.is === "joint";
  if (isItem(item, "sign") && !/^[-–&]$/.test(item.text)) return true;
  if (isItem(item, "verb") && items[at - 1]?.is === "joint") return true;
  const isValue = /^(?:date|time|duration|quoted)$/.test(next?.is ?? "");
  const isOwn = /^(?:person|option|place|verb|pronoun|number)$/.test(next?.is ?? "");
  return (isValue && (leads || item === next)) || (leads && isOwn) || isItem(item, "field");
}

function leadsToName(item: Item, { kind, record }: FormSite): boolean {
  if (isItem(item, "field")) return item.senses.some((sense) => sense.kind === kind && sense.field === record.name);
  return isItem(item, "filler") && hasConcept(item.text, "lead.name");
}

type ValueMatch = { change: Change; items: readonly Item[]; set?: RecordSet };

/** "The sender of the last email": somebody who stands in a field of another record. */
function describedPerson(items: readonly Item[], { kind, record, context }: FormSite): ValueMatch | undefined {
  const found = describedValue(items, kind, context);
  const isPerson = context.world.pack.records[found?.set.kind ?? ""]?.fields[found?.field ?? ""]?.type === "person";
  if (found === undefined || !isPerson || record.who === undefined) return undefined;
  const id = textOf(found.value);
  return { change: personChange(record.who, { id, name: id }), items: found.items, set: found.set };
}

function personChange(field: string, person: Person): Change {
  return { field, value: { is: "person", people: [person], said: person.name } };
}

/** "At the earliest time I'm free tomorrow": the first gap in working hours. */
function slotIn(items: readonly Item[], { kind, record, context }: FormSite): ValueMatch | Doubt | undefined {
  const names = (item: Item): boolean => hasConcept(item.text, "noun.free") || hasConcept(item.text, "noun.period");
  const first = items.find((item) => isItem(item, "quantifier") && item.span.value === "first");
  const day = items.find((item) => isItem(item, "date"));
  const { when } = record;
  if (!items.some(names) || first === undefined || when === undefined) return undefined;
  if (!isItem(day, "date")) return { doubt: "field", kind, field: when };
  const length = items.flatMap((item) =>
    isItem(item, "duration") ? [item.span.unit === "hour" ? item.span.value * 60 : item.span.value] : [],
  )[0];
  const time = freeTime({ kind, record, day: day.span.first, minutes: length ?? 30 }, context);
  if (time === undefined) return { doubt: "field", kind, field: when };
  const change: Change = { field: when, value: { is: "day", day: day.span.first, time, said: day.text } };
  return { change, items: items.filter((item) => item === day || item === first || names(item)) };
}

/** "The sender": whoever stands in a field of the one record that was spoken of. */
function fieldPerson(item: Item, { record, context }: FormSite): Change | undefined {
  const { set } = context.spokenOf;
  const from = set === undefined ? undefined : context.world.pack.records[set.kind];
  if (!isItem(item, "field") || set === undefined || from === undefined || record.who === undefined) return undefined;
  const sense = item.senses.find(({ kind, field }) => kind === set.kind && from.fields[field]?.type === "person");
  const [row, ...others] = rowsOf(set, context.world);
  if (sense === undefined || row === undefined || others.length > 0) return undefined;
  const id = textOf(row[sense.field]);
  return id === "" ? undefined : personChange(record.who, { id, name: id });
}

type Fields = { changes: Change[]; people: Change[] };

function fieldsIn(items: readonly Item[], site: FormSite): Fields | Doubt {
  const { kind, record } = site;
  const changes: Change[] = [];
  const people: Change[] = [];
  let near: string | undefined;
  for (const [at, item] of items.entries()) {
    const other = fieldPerson(item, site);
    if (other !== undefined) {
      people.push(other);
      continue;
    }
    if (isItem(item, "field")) near = item.senses.find((sense) => sense.kind === kind)?.field ?? near;
    const quoted = quotedText(item);
    if (quoted !== undefined && record.body !== undefined && (near === undefined || near === record.body)) {
      if (changes.some(({ field }) => field === record.body))
        return { doubt: "words", words: item.text, understood: [] };
      // A letter that was pasted as one line.
      const text = quoted.replaceAll(String.raw`\n`, "\n");
      changes.push({ field: record.body, value: { is: "json", value: text, shown: text } });
      near = undefined;
      continue;
    }
    if (isSmall(items, at, site)) continue;
    const made = valueIn(item, { site, near, changes });
    if (made === undefined) return { doubt: "words", words: item.text, understood: [] };
    if (isDoubt(made)) return made;
    if (made.value.is === "person" && made.field === record.who) people.push(made);
    else if (changes.some(({ field }) => field === made.field))
      return { doubt: "words", words: item.text, understood: [] };
    else changes.push(made, ...currencyOf([item], { field: made.field, record }));
    near = undefined;
  }
  return { changes: changes.map((change) => withTime(change, items, record)), people };
}

/** Words that only hold the request together, the noun itself, and a day whose hour stands elsewhere. */
function isSmall(items: readonly Item[], at: number, { record, kind, context }: FormSite): boolean {
  const item = items[at];
  if (item === undefined || /^(?:filler|sign|prep|joint|place|pronoun|question|field)$/.test(item.is)) return true;
  if (item.is === "word" || item.is === "unknown") return hasConcept(item.text, "head.create");
  if (isItem(item, "kind"))
    return item.senses.some((sense) => sense.kind === kind) || context.world.pack.records[kind] === record;
  if (isItem(item, "verb")) return /^(?:create|send|schedule|assign|own|update|be|do|move)$/.test(item.op);
  return item.is === "time" && items.some((one) => isItem(one, "date") && one.span.time === undefined);
}

function valueIn(
  item: Item,
  { site, near, changes }: { site: FormSite; near: string | undefined; changes: readonly Change[] },
): Change | Doubt | undefined {
  const { kind, record, context } = site;
  if (isItem(item, "duration")) {
    const field = Object.entries(record.fields).find(([, { type }]) => type === "minutes")?.[0];
    const minutes = minutesOf(item.span.unit);
    if (field === undefined || minutes === undefined) return undefined;
    const value = String(item.span.value * minutes);
    return { field, value: { is: "json", value, shown: item.text } };
  }
  // Nobody is asked twice: the second value of a field of options is another one's.
  const taken = isItem(item, "option")
    ? item.senses.filter(({ field }) => !changes.some((one) => one.field === field))
    : [];
  const open = isItem(item, "option") && taken.length > 0 ? { ...item, senses: taken } : item;
  return changeOf(open, { place: { parts: [], kind, record }, near, context });
}

/** A day gets the hour that was said apart from it. */
function withTime(change: Change, items: readonly Item[], record: PackRecord): Change {
  const time = items.find((item) => isItem(item, "time"));
  const { value } = change;
  if (value.is !== "day" || value.time !== undefined || !isItem(time, "time")) return change;
  if (record.fields[change.field]?.type !== "moment") return change;
  const timed: Value = { ...value, time: time.span.time };
  return { ...change, value: timed };
}
