import { memoize, memoizeByIdentity } from "../../../plan/bounded-cache.ts";
import { languages } from "../../../language/languages.ts";
import { deedRoot } from "../../../language/russian/deed-root.ts";
import { nameForm, type NameForm, possessorOf } from "../../../language/russian/name-form.ts";
import type { Token } from "../../../language/words/token.ts";
import { tokenize } from "../../../language/words/tokenize.ts";
import { inLatin, toCyrillic } from "../../../language/russian/transliterate.ts";
import { sameName } from "../../../language/words/person-names.ts";
import type { Person, Row } from "../requests/request.ts";
import { textOf, type World } from "./world.ts";

/** How much of a name was said: all of it, its first words, or words from its middle. */
export type Level = "exact" | "head" | "part";

/** Records that a run of words may name, by kind; `level` is the best of that kind. */
export type NameMatch = {
  start: number;
  end: number;
  refs: ReadonlyMap<string, NamedRows>;
  /** Its first word is one of another language for it. */
  translated?: boolean;
};
export type NamedRows = { rows: readonly Row[]; level: Level; words: number };

type Word = { keys: readonly string[] };
/** `extra` are words around a quoted name that say what it is: they may be said, and need not be. */
type Entry = { kind: string; row: Row; words: readonly Word[]; extra: readonly Word[]; isPerson: boolean };

const entriesOf = memoizeByIdentity(
  (world: World): Entry[] =>
    [...world.rows].flatMap(([kind, rows]) => {
      const record = world.pack.records[kind];
      if (
        record === undefined ||
        record.unnamed ||
        (record.entity === "person" && record.search.tool === world.pack.people?.tool)
      )
        return [];
      return rows.flatMap((row) =>
        [record.name, ...record.aliases].map((field) => ({
          kind,
          row,
          isPerson: record.entity === "person",
          ...wordsOf(textOf(row[field])),
        })),
      );
    }),
  ({ rows }) => rows,
);

/** The words a name is recognised by: those in quotes where it has some, for what stands around them says what it is. */
function wordsOf(name: string): { words: Word[]; extra: Word[] } {
  const quoted = /[«"“„]([^»"”“]+)[»"”]/.exec(name);
  const around = quoted === null ? "" : name.replace(quoted[0], " ");
  return { words: contentOf(quoted?.[1] ?? name), extra: contentOf(around) };
}

function contentOf(text: string): Word[] {
  return tokenize(text.replaceAll(/[«»"“”„]|^['‘]|['’]$/g, " "))
    .filter((token) => isContent(token))
    .map((token) => ({ keys: keysOf(token.lower, "kept") }));
}

function isContent(token: Token): boolean {
  if (token.kind === "punctuation" || token.kind === "symbol") return false;
  return token.kind !== "word" || !languages[token.lang].functionWords.has(token.lower);
}

/**
 * Spellings a word is compared by: its stem, in Latin letters, so that alphabets and cases do not matter; and what it means in the
 * other language, so that a word that was said finds a kept one of that language, never another word of its own.
 */
export function keysOf(word: string, side: "said" | "kept" = "said"): string[] {
  const plain = word.toLowerCase().replaceAll("ё", "е");
  if (/\p{Script=Cyrillic}/u.test(plain)) {
    const bare = plain.replace(/[аеийоуыьэюя]{1,2}$/, "");
    const stem = languages.ru.stem(plain);
    const deed = deedRoot(plain);
    const means = languages.ru.meanings(stem).map((one) => `${side === "kept" ? "en" : "ru"}:${one}`);
    const own = [inLatin(stem), inLatin(plain), ...(bare.length >= 4 ? [inLatin(bare)] : [])];
    // «Починку» of «Починить насос».
    return [...own, ...(deed === undefined ? [] : [`~${inLatin(deed)}`]), ...means];
  }
  const bare = plain.replace(/['’]?s$/, "");
  const cyrillic = languages.ru.stem(toCyrillic(plain));
  const stem = languages.en.stem(bare);
  const keys = [inLatin(plain), inLatin(bare), inLatin(cyrillic)].filter((key) => key.length > 1);
  // A short stem may be that of quite another word.
  if (stem.length > 4) keys.push(inLatin(stem));
  return [...new Set(keys), `${side === "kept" ? "ru" : "en"}:${stem}`];
}

function begins({ words }: Entry, said: string): boolean {
  return words.some(({ keys }) => keys.some((key) => key.startsWith(said)));
}

function matches({ keys }: Word, said: readonly string[]): boolean {
  return keys.some((key) => said.includes(key));
}

/** Every run of words that names records, the longest from each place. Bounded by the text's own length and the rows listed. */
/** `barriers` are tokens that no name reaches over; `meant` tokens that mean something else in the pack. */
export function namedIn(
  tokens: readonly Token[],
  world: World,
  { barriers, meant }: { barriers: ReadonlySet<number>; meant: ReadonlySet<number> },
): NameMatch[] {
  const entries = entriesOf(world);
  const keys = tokens.map((token) => (isContent(token) ? keysOf(token.lower) : []));
  // A long text repeats its words.
  const called = memoize(500, (word: string) => fits(entries, keysOf(word)));
  return tokens.flatMap((token, start) => {
    if (token.kind === "quoted") return quotedName(token, start, entries) ?? [];
    if ((keys[start]?.length ?? 0) === 0) return [];
    let fitting = called(token.lower);
    const translated = !fitting.some((entry) => has(entry, ownKeys(keys[start] ?? [])));
    if (fitting.length === 0) return [];
    let core = fitting.some((entry) => isCore(entry, keys[start] ?? []));
    let end = start + 1;
    let count = 1;
    for (let at = end; at < tokens.length && at - end < 3; at += 1) {
      const said = keys[at] ?? [];
      if (
        barriers.has(at) &&
        (said.length === 0 || tokens[at]?.kind !== "word") &&
        !isInName(tokens[at], fitting, world)
      )
        break;
      if (said.length === 0 && meant.has(at + 1) && isForeign(tokens[at], fitting, world)) break;
      if (said.length === 0) {
        if (tokens[at]?.kind === "punctuation" && !/^[:-]$/.test(tokens[at]?.text ?? "")) break;
        continue;
      }
      const whole = fits(fitting, said);
      // "Jo Mar": the beginning of the next word of the name.
      const isBegun =
        whole.length === 0 && !barriers.has(at) && tokens[at]?.capital === true && (said[0]?.length ?? 0) > 2;
      const narrower = isBegun ? fitting.filter((entry) => begins(entry, said[0] ?? "")) : whole;
      if (narrower.length === 0) break;
      core = narrower.some((entry) => isCore(entry, said)) || core;
      [fitting, end, count] = [narrower, at + 1, count + 1];
    }
    fitting = fitting.filter((entry) => keys.slice(start, end).some((said) => isCore(entry, said)));
    if (!core || fitting.length === 0) return [];
    return [{ start, end, refs: refsOf(fitting, { first: keys[start] ?? [], count }), translated }];
  });
}

function has({ words, extra }: Entry, said: readonly string[]): boolean {
  return words.some((word) => matches(word, said)) || extra.some((word) => matches(word, said));
}

function isCore({ words }: Entry, said: readonly string[]): boolean {
  return words.some((word) => matches(word, said));
}

/** Another language's word for it counts where nothing is called so. */
function fits(some: readonly Entry[], said: readonly string[]): readonly Entry[] {
  const own = ownKeys(said);
  const found = some.filter((entry) => has(entry, own));
  return found.length > 0 ? found : some.filter((entry) => has(entry, said));
}

function ownKeys(keys: readonly string[]): string[] {
  return keys.filter((key) => !key.includes(":"));
}

/** A preposition that no such name has: what stands behind it is something else. */
function isForeign(token: Token | undefined, fitting: readonly Entry[], world: World): boolean {
  if (!isPreposition(token)) return false;
  return !isInName(token, fitting, world);
}

function isInName(token: Token | undefined, fitting: readonly Entry[], { pack }: World): boolean {
  return fitting.some(({ kind, row }) =>
    ` ${textOf(row[pack.records[kind]?.name ?? ""]).toLowerCase()} `.includes(` ${token?.lower ?? ""} `),
  );
}

/** A name in quotes is whole: only records that have all its words fit. */
function quotedName(token: Token, start: number, entries: readonly Entry[]): NameMatch[] | undefined {
  const said = contentOf(token.text);
  const fitting = entries.filter(({ words }) => said.every(({ keys }) => words.some((word) => matches(word, keys))));
  if (fitting.length === 0 || said.length === 0) return undefined;
  return [{ start, end: start + 1, refs: refsOf(fitting, { first: said[0]?.keys ?? [], count: said.length }) }];
}

const order: readonly Level[] = ["part", "head", "exact"];

function refsOf(entries: readonly Entry[], said: { first: readonly string[]; count: number }): NameMatch["refs"] {
  const refs = new Map<string, NamedRows>();
  for (const [kind, group] of Map.groupBy(entries, (entry) => entry.kind)) {
    const levels = group.map((entry) => levelOf(entry, said));
    const level = order[Math.max(...levels.map((one) => order.indexOf(one)))] ?? "part";
    refs.set(kind, {
      level,
      words: said.count,
      rows: [...new Set(group.filter((_, at) => levels[at] === level).map(({ row }) => row))],
    });
  }
  return refs;
}

function levelOf({ words, isPerson }: Entry, { first, count }: { first: readonly string[]; count: number }): Level {
  if (count >= words.length) return "exact";
  const [head] = words;
  return isPerson || (head !== undefined && matches(head, first)) ? "head" : "part";
}

/** Words of names and of the pack that a word may be a misspelling of: one letter off, two in a long word. */
export function corrected(word: string, known: ReadonlySet<string>): string | undefined {
  const plain = word.toLowerCase().replaceAll("ё", "е");
  if (plain.length < 5 || known.has(plain)) return undefined;
  const near = [...known].filter((one) => one[0] === plain[0] && one.length >= 5 && isNear(one, plain));
  return near.length === 1 ? near[0] : undefined;
}

type PersonSaid = { start: number; end: number; people: readonly Person[]; form: NameForm | "possessive" };

/** Words that name colleagues: a first name, a short one, a surname, or both. */
export function peopleIn(tokens: readonly Token[], { people }: World): PersonSaid[] {
  const found: PersonSaid[] = [];
  const called = memoize(500, (word: string) =>
    people.filter(({ name }) => partsOf(name).some((part) => sameName(part, word))),
  );
  for (let start = 0; start < tokens.length; start += 1) {
    const token = tokens[start];
    if (token?.kind === "email") {
      const known = people.filter(({ email }) => email?.toLowerCase() === token.lower);
      if (known.length > 0) found.push({ start, end: start + 1, people: known, form: "plain" });
    }
    if (token?.kind !== "word" || token.lower.length < 3) continue;
    // «Том» is also a small word: alone before a pause it is the name.
    const isAlone = (tokens[start + 1]?.kind ?? "punctuation") === "punctuation" && !isPreposition(tokens[start - 1]);
    if (!isContent(token) && token.lower.length < 4 && !isAlone) continue;
    const named = called(token.lower);
    const [first] = named;
    const owner = first === undefined ? ownersNamed(token.lower, people) : [];
    if (owner.length > 0) found.push({ start, end: start + 1, people: owner, form: "possessive" });
    if (first === undefined || isOthersSurname(tokens, start, first)) continue;
    const next = tokens[start + 1];
    const both = named.filter(({ name }) => partsOf(name).some((part) => sameName(part, next?.lower ?? "")));
    const isWhole = next?.kind === "word" && both.length > 0;
    const listed = partsOf(first.name).find((part) => sameName(part, token.lower)) ?? first.name;
    const end = start + (isWhole ? 2 : 1);
    found.push({ start, end, people: isWhole ? both : named, form: nameForm(token.lower, listed) });
    start = end - 1;
  }
  return found;
}

function isPreposition(token: Token | undefined): boolean {
  return token !== undefined && languages[token.lang].prepositions.has(token.lower);
}

function ownersNamed(word: string, people: readonly Person[]): Person[] {
  const possessor = possessorOf(word);
  if (possessor === undefined) return [];
  const soft = possessor.replace(/а$/, "я");
  return people.filter(({ name }) => partsOf(name).some((part) => sameName(part, possessor) || sameName(part, soft)));
}

/** Behind another capitalised name, a surname is that other person's. */
function isOthersSurname(tokens: readonly Token[], at: number, { name }: Person): boolean {
  const [before, token] = [tokens[at - 1], tokens[at]];
  if (before?.kind !== "word" || !before.capital || at < 2 || token?.capital !== true) return false;
  const [given = ""] = partsOf(name);
  return (
    !sameName(given, token.lower) && isContent(before) && !partsOf(name).some((part) => sameName(part, before.lower))
  );
}

function partsOf(name: string): string[] {
  return name.toLowerCase().split(/\s+/);
}

/** Records whose name is nearly what was said: offered, never taken. */
export function nearNames(said: string, world: World): { kind: string; row: Row }[] {
  const keys = keysOf(said);
  const [wanted = ""] = keys;
  if (wanted.length < 4) return [];
  const entries = entriesOf(world);
  // "Signage" of what is kept as «Вывески».
  const meant = said.includes(" ") ? [] : entries.filter(({ words }) => words.some((word) => matches(word, keys)));
  const near = entries.filter(({ words }) => words.some((word) => word.keys.some((key) => isNear(key, wanted))));
  return [...new Set([...meant, ...near])].slice(0, 5);
}

/** At most two letters apart, one in a short word. */
function isNear(a: string, b: string): boolean {
  const most = Math.min(a.length, b.length) > 8 ? 2 : 1;
  if (Math.abs(a.length - b.length) > most) return false;
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1)
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + Number(a[i - 1] !== b[j - 1])));
    row = next;
  }
  return (row[b.length] ?? most + 1) <= most;
}
