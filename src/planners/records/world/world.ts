import { isJsonObject, type Json } from "../../../plan/json.ts";
import { languages } from "../../../language/languages.ts";
import { hasConcept } from "../../../language/lexicon/has-concept.ts";
import { sameName } from "../../../language/words/person-names.ts";
import type { Reading } from "../../../language/reading.ts";
import type { Pack } from "../../packs/pack.ts";
import type { PackPeople } from "../../packs/records.ts";
import { argsOf, findRows, isUnread, settingsOf, type Source, textOf, type UnreadDoubt, valueAt } from "./find-rows.ts";
import { type Figure, findFigure } from "./figures.ts";
import type { Person, RecordSet, Row, Test } from "../requests/request.ts";
import { senseTable } from "./senses.ts";

/**
 * What a pack's tools show of its records. Kinds that can be listed are there whole; of the others only those that the text names,
 * until a set of them is looked up.
 */
export type World = {
  pack: Pack;
  rows: ReadonlyMap<string, readonly Row[]>;
  people: readonly Person[];
  /** Rows by set, of kinds that are not whole; undefined where a kind is. */
  found: ReadonlyMap<string, ReadonlyMap<string, readonly Row[]>>;
  /** Measures day by day, by the key of what was asked for. */
  figures: ReadonlyMap<string, readonly number[]>;
  /** Sets and measures that were asked for and must be looked up first. */
  wanted: Map<string, RecordSet | Figure>;
  /** Why some could not be. */
  unread: readonly UnreadDoubt[];
};

/** Lists the kinds that a tool shows whole. Undefined where the pack has no records. */
export async function openWorld(
  source: Source,
  readings: readonly Reading[] = [],
): Promise<World | UnreadDoubt | undefined> {
  const { pack } = source;
  if (Object.keys(pack.records).length === 0) return undefined;
  const rows = new Map<string, readonly Row[]>();
  const found = new Map<string, ReadonlyMap<string, readonly Row[]>>();
  for (const [kind, record] of Object.entries(pack.records)) {
    if (!source.tools.has(record.search.tool)) continue;
    // A search that shows a few rows at a time is not read to its end.
    const listed: Row[] | UnreadDoubt =
      record.search.limit === undefined ? await findRows(source, kind, []) : { doubt: "many", kind };
    if (isUnread(listed) && listed.doubt === "unavailable") return listed;
    if (isUnread(listed)) found.set(kind, new Map());
    rows.set(kind, isUnread(listed) ? await namedRows(source, kind, readings) : listed);
  }
  if (rows.size === 0) return undefined;
  const people = pack.people === undefined ? peopleIn(pack, rows) : await peopleOf(source, pack.people, readings);
  if ("doubt" in people) return people;
  return { pack, rows, people, found, figures: new Map(), wanted: new Map(), unread: [] };
}

/** Most searches for names in one text, for each kind. */
const mostNames = 8;

/** Of a kind that is not whole, the records that the text names. */
async function namedRows(source: Source, kind: string, readings: readonly Reading[]): Promise<Row[]> {
  const record = source.pack.records[kind];
  if (record?.search.by[record.name] === undefined || record.unnamed) return [];
  const table = senseTable(source.pack);
  const said = readings.flatMap(({ spans, tokens }) =>
    spans.flatMap((span) => {
      if (span.kind === "name" || span.kind === "quoted") return [span.value];
      // A name in lower case stands beside its noun: "the planning meeting".
      const isNoun = (at: number): boolean =>
        (table.get(tokens[at]?.stem ?? "") ?? []).some(({ senses }) =>
          senses.some(({ sense }) => sense.is === "kind" && sense.kind === kind),
        );
      const isWord = /^(?:unknown|word)$/.test(span.kind) || (span.kind === "verb" && span.form === "gerund");
      if (hasConcept(span.text, "head.create")) return [];
      return isWord && !table.has(tokens[span.start]?.stem ?? "") && (isNoun(span.end) || isNoun(span.start - 1))
        ? [span.text]
        : [];
    }),
  );
  const rows = new Map<string, Row>();
  for (const text of new Set(said.filter((one) => one.length > 2).slice(0, mostNames))) {
    const listed = await findRows(source, kind, [{ field: record.name, op: "has", text }]);
    if (!isUnread(listed)) for (const row of listed) rows.set(textOf(row[record.id]), row);
  }
  return [...rows.values()];
}

/** Looks up the sets that were asked for; the world with what came of it. */
export async function lookUp(world: World, source: Source): Promise<World> {
  const found = new Map([...world.found].map(([kind, sets]) => [kind, new Map(sets)]));
  const figures = new Map(world.figures);
  const unread: UnreadDoubt[] = [...world.unread];
  for (const [key, wanted] of world.wanted) {
    if ("days" in wanted) {
      const values = await findFigure(source, wanted);
      if (isUnread(values)) unread.push(values);
      figures.set(key, isUnread(values) ? [] : values);
      continue;
    }
    const rows = await findRows(source, wanted.kind, wanted.tests);
    if (isUnread(rows)) unread.push(rows);
    found.get(wanted.kind)?.set(key, isUnread(rows) ? [] : rows);
  }
  return { ...world, found, figures, unread, wanted: new Map() };
}

/** A set's own key: the same tests are looked up once. */
export function keyOf(tests: readonly Test[]): string {
  return JSON.stringify(tests, (_, value: unknown) => (value instanceof Set ? [...value] : value));
}

/** Without a directory of people: those whom the records name. */
function peopleIn(pack: Pack, rows: World["rows"]): Person[] {
  const found = new Map<string, Person>();
  for (const [kind, { fields }] of Object.entries(pack.records))
    for (const field of Object.keys(fields).filter((name) => fields[name]?.type === "person"))
      for (const row of rows.get(kind) ?? []) {
        const value = row[field];
        if (typeof value === "string" && value !== "")
          found.set(value, personOf(value, { tool: "", args: {}, items: "" }));
      }
  return [...found.values()];
}

async function peopleOf(
  source: Source,
  people: PackPeople,
  readings: readonly Reading[],
): Promise<Person[] | UnreadDoubt> {
  const bound = source.tools.get(people.tool);
  if (bound === undefined) return [];
  const byName = JSON.stringify(people.args).includes("{name}");
  const words = byName ? nameWords(readings, source.pack) : [""];
  const found = new Map<string, Person>();
  for (const word of words) {
    const args = argsOf(bound, people.args, settingsOf(source.pack).set("name", word));
    const answer = await source.lookups.read(bound.tool, args);
    if (!answer.ok && !byName) return { doubt: "unavailable", details: answer.message };
    const rows = answer.ok ? valueAt(answer.output, people.items) : [];
    for (const row of Array.isArray(rows) ? rows : []) {
      const person = personOf(row, people);
      // A search by a part of the name finds others too: "nia" is not "tania".
      if (!byName || person.name.split(" ").some((part) => sameName(part, word))) found.set(person.id, person);
    }
  }
  return [...found.values()];
}

/** Who the words of a text may stand for, by word and by whole name. */
export async function findPeople(source: Source, reading: Reading): Promise<Map<string, readonly Person[]>> {
  const { people } = source.pack;
  const found = people === undefined ? [] : await peopleOf(source, people, [reading]);
  const known = new Map<string, readonly Person[]>();
  if ("doubt" in found) return known;
  for (const word of nameWords([reading], source.pack)) {
    const named = found.filter(({ name }) => name.split(" ").some((part) => sameName(part, word)));
    if (named.length > 0) known.set(word, named);
    for (const person of named) known.set(person.name.toLowerCase().split(" ").slice(0, 2).join(" "), [person]);
  }
  return known;
}

/** Most words that one request is asked about. */
const mostWords = 16;

/** Words that may be somebody's name: those that mean nothing else here, capitalised ones first. */
function nameWords(readings: readonly Reading[], pack: Pack): string[] {
  const table = senseTable(pack);
  const words = readings.flatMap(({ tokens, spans }) => {
    const taken = new Set(
      spans.flatMap(({ kind, start, end }) =>
        /^(?:unknown|word|name)$/.test(kind) ? [] : Array.from({ length: end - start }, (_, at) => start + at),
      ),
    );
    return tokens.flatMap((token, at) => {
      const { kind, lower, stem, lang } = token;
      // An address begins with a name.
      if (kind === "email") return [{ lower: lower.split(/[.@_-]/)[0] ?? "", capital: true }];
      const isName =
        kind === "word" &&
        lower.length > 1 &&
        !taken.has(at) &&
        !table.has(stem) &&
        !languages[lang].functionWords.has(lower);
      return isName ? [token] : [];
    });
  });
  const ordered = [...words.filter(({ capital }) => capital), ...words.filter(({ capital }) => !capital)];
  return [...new Set(ordered.map(({ lower }) => lower.replace(/['’]s?$/, "")))].slice(0, mostWords);
}

function personOf(row: Json, { id = "id", name = "name" }: PackPeople): Person {
  if (!isJsonObject(row)) {
    const address = textOf(row);
    return { id: address, name: (address.split("@")[0] ?? "").replaceAll(/[._-]+/g, " "), email: address };
  }
  const { email } = row;
  return { id: textOf(row[id]), name: textOf(row[name]), ...(typeof email === "string" && { email }) };
}

export { argsOf, settingsOf, textOf };
