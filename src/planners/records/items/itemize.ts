import type { PhraseRole } from "../../../language/language.ts";
import { languages } from "../../../language/languages.ts";
import { hasConcept } from "../../../language/lexicon/has-concept.ts";
import { firstOperation } from "../../../language/words/operation.ts";
import type { Reading } from "../../../language/reading.ts";
import type { Span } from "../../../language/spans/span.ts";
import type { Token } from "../../../language/words/token.ts";
import type { Item, Meaning } from "./item.ts";
import { corrected, type Level, namedIn, peopleIn } from "../world/names.ts";
import { stems } from "../../packs/compiled-pack.ts";
import { type Add, addSenses, sensesIn, type MeaningWeights } from "./sense-items.ts";
import { senseTable } from "../world/senses.ts";
import { adjustItems } from "./adjust-items.ts";
import { vocabularyOf } from "./vocabulary.ts";
import { isPhone, keysIn, phonesIn } from "./spelt-items.ts";
import type { World } from "../world/world.ts";

/** What a token of each meaning is worth when a text is cut into items: what is known of the records before what any text may hold. */
const worth: MeaningWeights = {
  key: 4,
  quoted: 4,
  contact: 4,
  person: 3,
  date: 2.6,
  time: 2.6,
  duration: 2.6,
  number: 2.6,
  quantifier: 2.4,
  whose: 2.4,
  pronoun: 2.2,
  polarity: 2.4,
  compare: 2.3,
  question: 2.1,
  option: 2.3,
  mark: 2.3,
  kind: 2.3,
  rank: 2.4,
  operation: 2.4,
  deed: 2.2,
  done: 2.4,
  measure: 2.4,
  group: 2.3,
  form: 2.4,
  place: 2,
  field: 2.2,
  lacks: 2.2,
  verb: 1.9,
  prep: 1.5,
  joint: 1.5,
  filler: 1.4,
  sign: 1,
  word: 0.3,
  unknown: 0.2,
};

const nameWorth: Readonly<Record<Level, number>> = { exact: 3, head: 2.5, part: 1.2 };

type ScoredItem = Item & { score: number };

/**
 * Cuts a text into items, each token in one of them: the cut that is worth most. Cost: tokens times the candidates that start at each.
 */
export function itemize(reading: Reading, world: World): Item[] {
  return itemizeWithFixes(reading, world).items;
}

/** Items, and the words that were taken for misspellings of others. */
export function itemizeWithFixes(reading: Reading, world: World): { items: Item[]; fixes: Fix[] } {
  const items = cut(reading, world);
  const unknown = items.filter(({ is }) => is === "unknown" || is === "word");
  const words = unknown.length === 0 ? undefined : vocabularyOf(world);
  const fixes = new Map(
    unknown.flatMap(({ start, text }) => {
      const meant = words === undefined ? undefined : corrected(text, words);
      return meant === undefined ? [] : [[start, meant] as const];
    }),
  );
  if (fixes.size === 0) return { items, fixes: [] };
  const tokens = reading.tokens.map((token, at) => {
    const meant = fixes.get(at);
    return meant === undefined ? token : { ...token, lower: meant, stem: languages[token.lang].stem(meant) };
  });
  const fixed = cut({ ...reading, tokens }, world);
  const said = [...fixes].map(([at, meant]) => ({ said: reading.tokens[at]?.text ?? "", meant }));
  return { items: fixed, fixes: said };
}

type Fix = { said: string; meant: string };

function cut(reading: Reading, world: World): Item[] {
  const { tokens } = reading;
  const byStart = new Map<number, ScoredItem[]>();
  for (const item of candidates(reading, world)) {
    const known = byStart.get(item.start);
    if (known === undefined) byStart.set(item.start, [item]);
    else known.push(item);
  }
  const best: { score: number; item?: ScoredItem }[] = Array.from({ length: tokens.length + 1 }, () => ({ score: 0 }));
  for (let at = tokens.length - 1; at >= 0; at -= 1) {
    let chosen: { score: number; item?: ScoredItem } = { score: -1 };
    for (const item of byStart.get(at) ?? []) {
      const score = item.score + (best[item.end]?.score ?? 0);
      if (score > chosen.score) chosen = { score, item };
    }
    best[at] = chosen;
  }
  return adjustItems(path(best, tokens.length), reading, world);
}

function path(best: readonly { item?: ScoredItem }[], length: number): Item[] {
  const items: Item[] = [];
  for (let at = 0; at < length;) {
    const item = best[at]?.item;
    if (item === undefined) break;
    items.push(item);
    at = item.end;
  }
  return items;
}

function candidates(reading: Reading, world: World): ScoredItem[] {
  const { source, tokens, spans } = reading;
  const found: ScoredItem[] = [];
  const add: Add = (start, end, more) => {
    const { meaning, each = worth[meaning.is] ?? 1 } = more;
    const text = source.slice(tokens[start]?.from ?? 0, tokens[end - 1]?.to ?? 0);
    found.push({ start, end, text, ...meaning, score: each * (end - start) });
  };
  const measured = new Set(
    spans.flatMap(({ kind, start }) => (/^(?:number|date|interval|time|duration)$/.test(kind) ? [start] : [])),
  );
  const named = personStarts(reading, world);
  const keys = keysIn(tokens, world);
  const keyed = new Set(keys.map(({ start }) => start));
  const states = optionStarts(tokens, world);
  const verbs = new Set(spans.flatMap((span) => (span.kind === "verb" ? [span.start] : [])));
  tokens.forEach((token, at) => {
    const meaning = plainMeaning(token);
    if (meaning.is !== "key" || !measured.has(at)) add(at, at + 1, { meaning });
    // "Stop, I was wrong": set off at the head it answers, whatever the pack calls a stop.
    if (isAnswer(reading, at)) add(at, at + 1, { meaning: { is: "filler" }, each: 3 });
    const shaped = shapedMeaning(token);
    // "Lower it to 5" compares nothing.
    if (shaped === undefined || (shaped.is === "compare" && verbs.has(at))) return;
    // "…, email ann": before somebody's name a noun that opens a clause is a verb.
    const isOrder = shaped.is === "verb" && named.has(at + 1) && reading.clauses.some(({ start }) => start === at);
    if (isOrder) add(at, at + 1, { meaning: { ...shaped, form: "imperative" }, each: 3 });
    else if (shaped.is !== "verb") add(at, at + 1, { meaning: shaped, each: 2.3 });
    else {
      // "All of Ann's deals move to Bob."
      const isPut = !verbs.has(at) && roleOf(tokens[at + 1]) === "goal" && (named.has(at + 2) || states.has(at + 2));
      add(at, at + 1, { meaning: shaped, each: isPut ? 2.55 : 0.5 });
    }
  });
  for (const span of spans) {
    const meaning = spanMeaning(span);
    if (meaning === undefined) continue;
    // «Переведи на Илью», "goes to Ann" hand over; only before something else the phrase with its preposition is another verb.
    const isPut = named.has(span.end) || states.has(span.end);
    if (span.kind === "verb" && /^(?:convert|move)$/.test(span.op) && span.end === span.start + 2 && isPut) {
      add(span.start, span.start + 1, { meaning: { is: "verb", op: "move", form: span.form } });
      if (roleOf(tokens[span.start + 1]) !== undefined) continue;
    }
    const isOrder = span.kind === "verb" && span.form === "imperative" && (named.has(span.end) || keyed.has(span.end));
    // "Open a task", "agreed on 5k": words that are listed together mean that, whatever one of them means alone.
    const isPhrase =
      span.kind === "verb" &&
      (span.form === "imperative" || (span.op === "be" && span.form === "past" && measured.has(span.end))) &&
      span.end > span.start + 1 &&
      !isNoun(tokens[span.end - 1], world);
    const isSure = isOrder || opensOrder(reading, span) || (span.kind === "act" && isActOnly(reading, span));
    // "If you can" is one word of manners, not three that mean nothing, and "for good" one that changes nothing.
    const said = meaning.is === "filler" ? meaning.manner : undefined;
    add(span.start, span.end, {
      meaning,
      ...(isSure ? { each: 3 } : isPhrase || said === false ? { each: 2.2 } : said === true && { each: 1.5 }),
    });
    // "Put a task" is a verb of the language with the pack's noun in it.
    if (span.kind === "verb" && span.end > span.start + 1 && isNoun(tokens[span.end - 1], world))
      add(span.start, span.end - 1, { meaning });
  }
  for (const { start, end, value } of keys) add(start, end, { meaning: { is: "key", value }, each: 5 });
  for (const { start, end, value } of phonesIn(source, tokens))
    add(start, end, { meaning: { is: "contact", value }, each: 4 });
  addSenses(reading, world, { add, worth });
  addNamed(reading, world, add);
  return found;
}

/** "Could you pause all deals": behind nothing but manners and before what it is about it is no value of a field. */
function opensOrder({ spans, clauses }: Reading, span: Span): boolean {
  const clause = clauses[span.clause];
  if (span.kind !== "verb" || span.form !== "imperative" || clause?.act !== "do") return false;
  const said = spans.filter(({ start, end }) => start >= clause.start && end <= clause.end);
  const at = said.indexOf(span);
  const isObject = /^(?:quantifier|identifier|name|pronoun|possessive)$/.test(said[at + 1]?.kind ?? "");
  return isObject && at > 0 && said.slice(0, at).every(({ kind }) => kind === "filler" || kind === "link");
}

/** A word that calls something off, first in its sentence and before a comma or a stop. */
function isAnswer({ tokens, sentences }: Reading, at: number): boolean {
  const [token, next] = [tokens[at], tokens[at + 1]];
  if (token?.kind !== "word" || next?.kind !== "punctuation" || !sentences.some(({ start }) => start === at))
    return false;
  return languages[token.lang].lexicon.concepts(token.lower).includes("act.cancel");
}

/** Whether a word names a kind of the pack, or this one. */
function isNoun(token: Token | undefined, { pack }: World, kind?: string): boolean {
  const phrases = senseTable(pack).get(token?.stem ?? "") ?? [];
  return phrases.some(({ senses }) =>
    senses.some(({ sense }) => sense.is === "kind" && (kind === undefined || sense.kind === kind)),
  );
}

/** People and records that are named. */
function addNamed({ tokens, spans }: Reading, world: World, add: Add): void {
  for (const { start, end, people, form } of peopleIn(tokens, world)) {
    const owns = /^['’]s?$/.test(tokens[end]?.text ?? "") || /^['’]?s$/.test(ending(tokens[end - 1], people[0]?.name));
    add(start, end + Number(owns && /^['’]/.test(tokens[end]?.text ?? "")), {
      meaning: { is: "person", people, form: owns ? "possessive" : form },
    });
  }
  for (const [at, { kind, lower }] of tokens.entries()) {
    const people = kind === "email" ? world.people.filter(({ email }) => email?.toLowerCase() === lower) : [];
    if (people.length > 0) add(at, at + 1, { meaning: { is: "person", people, form: "plain" }, each: 5 });
  }
  const meant = optionStarts(tokens, world);
  const kinds = new Set(
    Object.values(world.pack.records).flatMap(({ says }) =>
      says.flatMap((said) => (said.includes(" ") ? [] : stems(said))),
    ),
  );
  const verbs = new Set(spans.flatMap((span) => (span.kind === "verb" ? [span.start] : [])));
  for (const { start, end, refs, translated } of namedIn(tokens, world, { barriers: barriersIn(spans), meant })) {
    const level = (["exact", "head", "part"] as const).find((one) =>
      [...refs.values()].some((ref) => ref.level === one),
    );
    // "Update" opens the title of a task; alone it is a verb.
    const opensWithNoun = kinds.has(tokens[start]?.stem ?? "");
    const isProper = /^\p{Lu}/u.test(tokens[start]?.text ?? "") && tokens[start - 1]?.kind === "punctuation";
    const isWord =
      end === start + 1 && ((verbs.has(start) && !isProper) || hasConcept(tokens[start]?.lower ?? "", "head.create"));
    if (level === undefined || (level !== "exact" && (isWord || opensWithNoun))) continue;
    const words = Math.max(...[...refs.values()].map((ref) => ref.words));
    const isWhole = tokens[start]?.kind === "quoted" && level === "exact";
    // "The website deal": a word of its name before its noun.
    const isNamed = [...refs.keys()].some((kind) => isNoun(tokens[end], world, kind));
    if (translated === true && level === "part" && words < 2 && !isNamed) continue;
    const each = isWhole ? 4.5 : level !== "part" ? nameWorth[level] : isNamed ? 2.6 : words > 1 ? 2.3 : 1.2;
    add(start, end, { meaning: { is: "name", refs }, each });
  }
}

/** Where a word for a value of the pack begins. */
function optionStarts(tokens: readonly Token[], world: World): ReadonlySet<number> {
  return new Set(
    sensesIn(tokens, world).flatMap(({ start, senses }) =>
      senses.some(({ sense }) => sense.is === "option") ? [start] : [],
    ),
  );
}

/** Where somebody is named: "email Ann" makes a verb of the pack's noun. */
function personStarts({ tokens, spans }: Reading, world: World): ReadonlySet<number> {
  return new Set([
    ...peopleIn(tokens, world).map(({ start }) => start),
    ...spans.flatMap((span) => (span.kind === "pronoun" && /^(?:things|person)$/.test(span.of) ? [span.start] : [])),
  ]);
}

/** "Cancel" by itself speaks of what is open; "cancel all tasks" does not. */
function isActOnly({ clauses }: Reading, { clause }: Span): boolean {
  return /^(?:confirm|cancel|correct)$/.test(clauses[clause]?.act ?? "");
}

/** Tokens that no name reaches over: what they say is not part of one. */
function barriersIn(spans: readonly Span[]): ReadonlySet<number> {
  const kinds = /^(?:quantifier|polarity|link|possessive|pronoun|verb|comparator|question|date|interval|number)$/;
  return new Set(
    spans.flatMap(({ kind, start, end }) =>
      kinds.test(kind) ? Array.from({ length: end - start }, (_, at) => start + at) : [],
    ),
  );
}

/** What a Latin name has behind it in the text: "annas" has an s. */
function ending(token: Token | undefined, name = ""): string {
  const first = name
    .toLowerCase()
    .split(" ")
    .find((part) => token?.lower.startsWith(part));
  return first === undefined ? "" : (token?.lower.slice(first.length) ?? "");
}

function roleOf(token: Token | undefined): PhraseRole | undefined {
  return token === undefined ? undefined : languages[token.lang].prepositions.get(token.lower);
}

function plainMeaning(token: Token): Meaning {
  if (token.kind === "identifier") return { is: isPhone(token.text) ? "contact" : "key", value: token.text };
  if (token.kind === "email") return { is: "contact", value: token.text };
  if (token.kind === "quoted") return { is: "quoted", value: token.text.slice(1, -1).trim() };
  if (token.kind === "punctuation" || token.kind === "symbol") return { is: token.text === "," ? "joint" : "sign" };
  const language = languages[token.lang];
  const role = language.prepositions.get(token.lower);
  if (role !== undefined) return { is: "prep", word: token.lower, role };
  if (language.conjunctions.has(token.lower)) return { is: "joint" };
  return { is: language.functionWords.has(token.lower) ? "filler" : "unknown" };
}

/** A verb behind its subject ("deals that close"), and a superlative, which the reading leaves to whoever knows the nouns. */
function shapedMeaning({ lang, lower, kind }: Token): Meaning | undefined {
  const concepts = kind === "word" ? languages[lang].lexicon.concepts(lower) : [];
  const ranks = concepts.find((concept) => concept === "cmp.most" || concept === "cmp.least");
  if (ranks !== undefined)
    return { is: "compare", span: { kind: "comparator", value: ranks === "cmp.most" ? "most" : "least" } };
  if (concepts.includes("look.at")) return { is: "verb", op: "read", form: "imperative" };
  const isPlaced = languages[lang].ordersBy === "place";
  const op = isPlaced ? firstOperation(concepts) : undefined;
  return op === undefined ? undefined : { is: "verb", op, form: "present" };
}

function fillerMeaning({ of }: Extract<Span, { kind: "filler" }>): Meaning | undefined {
  if (of === "function") return undefined;
  if (of === "leadin") return { is: "filler", leadsIn: true };
  return { is: "filler", manner: of !== "manner" };
}

function spanMeaning(span: Span): Meaning | undefined {
  switch (span.kind) {
    case "number":
      return { is: "number", span };
    case "date":
    case "interval":
      return { is: "date", span };
    case "time":
      return { is: "time", span };
    case "duration":
      return { is: "duration", span };
    case "verb":
      return { is: "verb", op: span.op, form: span.form };
    case "quantifier":
      return { is: "quantifier", span };
    case "possessive":
      return span.whose === "named" ? undefined : { is: "whose", span };
    case "comparator":
      return { is: "compare", span };
    case "polarity":
      return { is: "polarity", span };
    case "pronoun":
      return span.of === "thing" || span.of === "things" || span.of === "person" || span.of === "people"
        ? { is: "pronoun", span }
        : { is: "filler" };
    case "question":
      return { is: "question", span };
    case "filler":
      return fillerMeaning(span);
    case "link":
      return { is: "joint" };
    case "quoted":
      return { is: "quoted", value: span.value };
    case "identifier":
      return { is: isPhone(span.value) ? "contact" : "key", value: span.value };
    case "email":
    case "url":
      return { is: "contact", value: span.value };
    case "word":
      return { is: "word" };
    case "act":
      return { is: "filler", manner: true };
    case "recurrence":
    case "name":
    case "unknown":
      return undefined;
    default:
      return span satisfies never;
  }
}
