import { compact } from "../../../plan/compact.ts";
import { legalForm } from "../../../language/requests/goal-patterns.ts";
import { languages } from "../../../language/languages.ts";
import { toCyrillic } from "../../../language/russian/transliterate.ts";
import { tokenize } from "../../../language/words/tokenize.ts";
import type { Candidate, EntityRef } from "../../../contracts/actions/plan.ts";
import { isJsonObject, type Json } from "../../../plan/json.ts";
import { nearest } from "../../../plan/nearest.ts";
import type { RecordPick } from "../../../ports/action-planner.ts";
import { verbErrors } from "../../../ports/verb-errors.ts";
import { fillText } from "../../packs/fill-template.ts";
import type { Pack } from "../../packs/pack.ts";
import type { PackRecord } from "../../packs/records.ts";
import { spoken } from "../../packs/spoken.ts";
import type { Speech } from "../../speech.ts";
import { stems } from "../../packs/compiled-pack.ts";
import {
  argsOf,
  findRows,
  isUnread,
  settingsOf,
  type Source,
  textOf,
  type UnreadDoubt,
  valueAt,
} from "../../records/world/find-rows.ts";
import type { Row, Test } from "../../records/requests/request.ts";
import { passes } from "../../records/sets/tests.ts";
import { sameName } from "../../../language/words/person-names.ts";

type NamedRecord = { entity: EntityRef; row?: Row };

/** Shorter words are near to too many others. */
const shortest = 4;

/** Most rows that are offered to choose from. */
const mostCandidates = 50;

/** The record somebody names: by the name as it was said, else by its stem, for Russian inflects names. */
export async function findNamed(
  source: Source,
  wanted: { kind: string; said: string; speech: Speech; picks: readonly RecordPick[] },
): Promise<NamedRecord | UnreadDoubt> {
  const { kind, said, speech, picks } = wanted;
  const record = source.pack.records[kind];
  if (record?.entity === undefined) return { doubt: "unavailable", details: kind };
  const found = await namedRows(source, kind, said);
  if (isUnread(found)) return found;
  const isNamed = found.length > 0;
  const rows = isNamed ? found : await alike(source, { kind, said, record });
  const candidates = rows
    .slice(0, mostCandidates)
    .map((row) => candidateOf(row, { record, speech, pack: source.pack }));
  const picked = picks.find((pick) => pick.kind === record.entity && pick.query === said)?.id;
  const only = isNamed && rows.length === 1 ? rows[0] : undefined;
  const chosen = rows.find((row) => textOf(row[record.id]) === picked) ?? only;
  const selected = chosen === undefined ? undefined : textOf(chosen[record.id]);
  const entity = {
    kind: record.entity,
    query: said,
    candidates,
    ...compact({ selected_id: selected }),
    confidence: isNamed
      ? confidenceOf(rows.length, chosen !== undefined && plain(textOf(chosen[record.name])) === plain(said))
      : confidenceOf(rows.length, false) / 2,
  };
  return { entity, ...compact({ row: chosen }) };
}

async function namedRows(source: Source, kind: string, said: string): Promise<Row[] | UnreadDoubt> {
  const record = source.pack.records[kind];
  const known = record === undefined ? undefined : await getRecord(source, record, said);
  const found = known ?? (await firstFound(source, kind, spellings(said)));
  if (isUnread(found) || found.length > 0) return found;
  return isPeople(source, kind) ? byPersonName(source, kind, said) : byWords(source, kind, said);
}

/** A name as the records write it: "ромашкой" is "Ромашка" where one is called so; else as it was said. */
export async function asWritten(source: Source, kind: string, said: string): Promise<string> {
  const field = source.pack.records[kind]?.name ?? "";
  const rows = await firstFound(source, kind, spellings(said));
  if (isUnread(rows)) return said;
  const names = rows.map((row) => textOf(row[field]));
  if (names.some((name) => plain(name).includes(plain(said)))) return said;
  const words = new Set(names.flatMap((name) => name.match(/\p{L}+/gu) ?? []));
  return said.replaceAll(/\p{Script=Cyrillic}+/gu, (word) => {
    const stem = languages.ru.stem(word.toLowerCase());
    return [...words].find((one) => languages.ru.stem(one.toLowerCase()) === stem) ?? word;
  });
}

/** Records with this in their name, the exactly named ones alone where there are some; all of the kind without a name. */
async function findRecords(source: Source, kind: string, name?: string): Promise<Row[] | UnreadDoubt> {
  const record = source.pack.records[kind];
  if (record === undefined) return { doubt: "unavailable", details: kind };
  const tests: Test[] = name === undefined ? [] : [namedBy(record, name)];
  const rows = await findRows(source, kind, tests);
  if (isUnread(rows)) return rows;
  const found = rows.filter((row) => tests.every((test) => passes(row, test, record)));
  const exact = found.filter((row) => textOf(row[record.name]).toLowerCase() === name?.toLowerCase());
  return exact.length > 0 ? exact : found;
}

/** By its short name where that is what was said, else by a part of its name. */
function namedBy({ key, name: field }: PackRecord, name: string): Test {
  if (key !== undefined && shortName.test(name)) return { field: key, op: "is", values: [name.toUpperCase()] };
  return { field, op: "has", text: name };
}

function isPeople({ pack }: Source, kind: string): boolean {
  return pack.people !== undefined && pack.records[kind]?.search.tool === pack.people.tool;
}

/** Somebody by a short name, or by the name in the other alphabet: "Daria" is "Дарья". */
async function byPersonName(source: Source, kind: string, said: string): Promise<Row[] | UnreadDoubt> {
  const rows = await findRecords(source, kind);
  if (isUnread(rows)) return rows;
  const field = source.pack.records[kind]?.name ?? "";
  const words = said.toLowerCase().split(/\s+/);
  return rows.filter((row) => {
    const parts = textOf(row[field]).toLowerCase().split(/\s+/);
    return words.every((word) => parts.some((part) => sameName(part, word)));
  });
}

function confidenceOf(count: number, exact: boolean): number {
  if (exact) return 0.98;
  return count === 0 ? 0 : count === 1 ? 0.9 : Math.round(100 / count) / 100;
}

async function firstFound(source: Source, kind: string, names: readonly string[]): Promise<Row[] | UnreadDoubt> {
  for (const name of names) {
    const rows = await findRecords(source, kind, name);
    if (isUnread(rows) || rows.length > 0) return rows;
  }
  return [];
}

/** By its first word, where several were said, and then by all of them: "Север меню" is "Север: меню". */
async function byWords(source: Source, kind: string, said: string): Promise<Row[] | UnreadDoubt> {
  const wanted = stems(said);
  const field = source.pack.records[kind]?.name ?? "";
  const [first = ""] = said.split(/\s+/);
  if (wanted.length < 2 || first.length < 2) return [];
  const rows = await firstFound(source, kind, [...new Set([first, languages.ru.stem(first.toLowerCase())])]);
  if (isUnread(rows)) return rows;
  return rows.filter((row) => {
    const there = stems(textOf(row[field]));
    return wanted.every((stem) => there.includes(stem));
  });
}

/** Records whose name, or a word of it, is nearly what was said: offered to pick from, never taken by themselves. */
async function alike(
  source: Source,
  { kind, said, record }: { kind: string; said: string; record: PackRecord },
): Promise<Row[]> {
  const wanted = plain(said);
  if (wanted.length < shortest) return [];
  const rows = await findRecords(source, kind);
  if (isUnread(rows)) return [];
  const names = rows.map((row) => {
    const name = plain(textOf(row[record.name]));
    return [name, ...name.split(/[^\p{L}\p{N}]+/u)].filter((word) => word.length >= shortest);
  });
  const [first = ""] = wanted.split(/\s+/);
  const close = nearest(wanted, names.flat()) ?? (names.flat().includes(first) ? first : undefined);
  return close === undefined ? [] : rows.filter((_, at) => names[at]?.includes(close));
}

/** As it was said, without quotes and legal forms, by the stem of its word, and in Cyrillic letters. */
function spellings(said: string): string[] {
  const bare = said
    .replaceAll(/[«»"“”„']/g, "")
    .replace(legalForm, "")
    .trim();
  const words = tokenize(bare).filter(({ kind }) => kind !== "punctuation" && kind !== "symbol");
  const stem = words.length === 1 && words[0]?.kind === "word" ? languages[words[0].lang].stem(words[0].lower) : "";
  const cyrillic = /^[a-z' -]+$/i.test(bare) ? toCyrillic(bare) : "";
  return [...new Set([said, bare, ...(stem.length >= 3 ? [stem] : []), cyrillic])].filter((name) => name.length > 1);
}

function plain(name: string): string {
  return name
    .toLowerCase()
    .replaceAll("ё", "е")
    .replaceAll(/[«»"“”„']/g, "")
    .trim();
}

type NameContext = { record: PackRecord; pack: Pack; speech: Speech };

/** What the options of a row are called, by `field.label`. */
export function labelsOf(row: Row, { record, pack, speech }: NameContext): Record<string, Json> {
  const labels: Record<string, Json> = {};
  for (const [field, { type, entity }] of Object.entries(record.fields)) {
    if (type !== "option") continue;
    const known = pack.entities[entity ?? field]?.values.find(({ is }) => is === row[field]);
    labels[`${field}.label`] = spoken(known?.sets["label"] ?? row[field] ?? null, speech);
  }
  return labels;
}

export function candidateOf(row: Row, naming: NameContext): Candidate {
  const { record } = naming;
  const values = new Map(
    Object.entries({ ...row, ...labelsOf(row, naming) }).flatMap(([key, value]) =>
      value === null ? [] : [[key, value] as const],
    ),
  );
  return {
    id: textOf(row[record.id]),
    name: textOf(row[record.name]),
    subtitle: fillText(record.subtitle, values).replaceAll(/^[\s,·]+|[\s,·]+$/g, ""),
    url: fillText(record.url, values),
  };
}

/** What people call a record for short: `STU-4`. */
const shortName = /^\p{L}+-\d+$/u;

/** The record of a short name, or none; undefined where no short name was said, or the pack does not say how one is read. */
async function getRecord(source: Source, { get }: PackRecord, said: string): Promise<Row[] | UnreadDoubt | undefined> {
  const bound = get === undefined || !shortName.test(said) ? undefined : source.tools.get(get.tool);
  if (get === undefined || bound === undefined) return undefined;
  const args = argsOf(bound, get.args, settingsOf(source.pack).set("key", said));
  const answer = await source.lookups.read(bound.tool, args);
  if (answer.ok) return [valueAt(answer.output, get.item)].filter(isJsonObject);
  // A code of the tool's own is its answer; one of the router's says that it could not be asked.
  const isAnswer = answer.code === "tool_failed" || !Object.hasOwn(verbErrors, answer.code);
  return isAnswer ? [] : { doubt: "unavailable", details: `${bound.tool}: ${answer.message}` };
}
