import { languages } from "../../../language/languages.ts";
import { isJsonObject, type Json } from "../../../plan/json.ts";
import { tokenize } from "../../../language/tokenize.ts";
import type { Person } from "../words/mark.ts";
import { isVerb } from "../words/english-verbs.ts";
import { phraseTable } from "../words/phrase-table.ts";
import { sameName } from "../../../language/person-names.ts";
import { partQuotes } from "../words/quotes.ts";
import { callOf, isTrouble, type Office, readAt, textOf } from "./office.ts";

/** Most words one request is asked about. */
const most = 16;

/** Words of a text that may be somebody's name: those that mean nothing else here. */
export function nameWords(source: string, office: Office): string[] {
  const table = phraseTable(office.pack);
  const words = partQuotes(source)
    .filter(({ quoted }) => !quoted)
    .flatMap(({ text }) => tokenize(text))
    .filter(
      ({ kind, lower, stem, lang }) =>
        kind === "word" &&
        lower.length > 1 &&
        !/['’]/.test(lower) &&
        !languages[lang].functionWords.has(lower) &&
        !table.has(stem) &&
        !isVerb(lower) &&
        !everyday.has(lower),
    );
  const named = words.filter(({ capital }) => capital).map(({ lower }) => lower);
  return [...new Set([...named, ...words.map(({ lower }) => lower)])].slice(0, most);
}

const everyday = new Set(
  `time times day days week weeks month months year years hour hours minute minutes today tomorrow yesterday monday tuesday wednesday thursday
  friday saturday sunday january february march april june july august september october november december need want think check sick board
  backlog crm free earliest latest available slot first next last overdue previous popular future half reassigned moving taking responded
  interested haven't hasn't otherwise remember longer lower higher change deadline called titled named saying going know find book sure period
  move sent send please`.split(/\s+/),
);

/** Who the words of a request may stand for. A part of an address must be the whole word: "nia" is not "tania". */
export async function findPeople(office: Office, words: readonly string[]): Promise<Map<string, readonly Person[]>> {
  const { people } = office.pack;
  const found = new Map<string, readonly Person[]>();
  const bound = people === undefined ? undefined : office.tools.get(people.tool);
  if (people === undefined || bound === undefined) return found;
  for (const word of words) {
    const args = callOf(bound, people.args, new Map([["name", word]]));
    const rows = await readAt(office, people.tool, { args, items: people.items });
    if ((typeof rows === "object" && rows !== null && isTrouble(rows)) || !Array.isArray(rows)) continue;
    const persons = rows
      .map((row) => personOf(row, people))
      .filter(({ name }) => partsOf(name).some((part) => sameName(part, word)));
    if (persons.length > 0) found.set(word, persons);
  }
  for (const persons of found.values().toArray())
    for (const person of persons) found.set(partsOf(person.name).slice(0, 2).join(" "), [person]);
  return found;
}

function personOf(row: Json, { id, name }: { id?: string | undefined; name?: string | undefined }): Person {
  if (!isJsonObject(row)) return { id: textOf(row), name: textOf(row) };
  return { id: textOf(row[id ?? "id"]), name: textOf(row[name ?? "name"]) };
}

function partsOf(name: string): string[] {
  return (name.split("@")[0] ?? "").toLowerCase().split(/[._\s-]+/);
}
