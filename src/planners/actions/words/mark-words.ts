import { languages } from "../../../language/languages.ts";
import type { Token } from "../../../language/token.ts";
import { tokenize } from "../../../language/tokenize.ts";
import { isVerb } from "./english-verbs.ts";
import { timesOf } from "./times.ts";
import { heardAs } from "./russian-words.ts";
import type { Mark, Person } from "./mark.ts";
import type { PhraseTable } from "./phrase-table.ts";
import { partQuotes, type Piece } from "./quotes.ts";
import type { Local } from "./when.ts";

/** What a request is read with. `people` are the names in it that somebody goes by, in lower case. */
export type Ear = { table: PhraseTable; people: ReadonlyMap<string, readonly Person[]>; now: Local };

/** Words that shape a request, whatever else they mean in the domain. */
const plain = new Set([
  "called",
  "named",
  "titled",
  "entitled",
  "saying",
  "says",
  "first",
  "last",
  "next",
  "all",
  "any",
]);

export function markWords(source: string, ear: Ear): Mark[] {
  return partQuotes(source).flatMap((piece) =>
    piece.quoted ? [at(piece.from, piece.text, { is: "quote" as const })] : markPiece(piece, ear),
  );
}

function at<M extends object>(from: number, text: string, more: M) {
  return { from, to: from + text.length, text, lower: text.toLowerCase(), ...more };
}

function markPiece({ text, from: shift }: Piece, ear: Ear): Mark[] {
  const times = timesOf(text, ear.now);
  const tokens = tokenize(text).filter((token) => !(token.text === "-" && token.glued));
  const marks: Mark[] = [];
  for (let i = 0; i < tokens.length;) {
    const token = tokens[i];
    if (token === undefined) break;
    const time = times.find(({ from, to }) => token.from >= from && token.from < to);
    if (time !== undefined) {
      marks.push({ ...time, ...at(shift + time.from, text.slice(time.from, time.to), {}) });
      while (i < tokens.length && (tokens[i]?.from ?? 0) < time.to) i += 1;
      continue;
    }
    const { end, mark } = markAt(tokens, i, ear);
    const said = text.slice(token.from, tokens[end - 1]?.to);
    const heard = mark.is === "word" && token.lang === "ru" ? heardAs(token) : undefined;
    marks.push({ ...at(shift + token.from, said, {}), ...mark, ...(heard !== undefined && { lower: heard }) });
    i = end;
  }
  return marks;
}

type Read = { end: number; mark: MarkSense };
type MarkSense = Mark extends infer M ? (M extends Mark ? Omit<M, "from" | "to" | "text" | "lower"> : never) : never;

function markAt(tokens: readonly Token[], i: number, ear: Ear): Read {
  const token = tokens[i];
  if (token === undefined) return { end: i + 1, mark: { is: "sign" } };
  if (token.kind === "punctuation" || token.kind === "symbol") return { end: i + 1, mark: { is: "sign" } };
  if (token.kind === "email")
    return { end: i + 1, mark: { is: "person", people: [{ id: token.lower, name: token.text }] } };
  const person = personAt(tokens, i, ear);
  if (person !== undefined) return person;
  const phrase = phraseAt(tokens, i, ear.table);
  if (phrase !== undefined && (phrase.end > i + 1 || !plain.has(token.lower))) return phrase;
  if (token.kind === "identifier") return { end: i + 1, mark: { is: "name" } };
  const name = nameAt(tokens, i, ear);
  if (name !== undefined) return name;
  const counts = token.kind === "number" || (token.kind === "word" && token.lower !== "one");
  const number = counts ? languages[token.lang].numberAt(tokens, i) : undefined;
  if (number === undefined || number.ordinal === true) return { end: i + 1, mark: { is: "word" } };
  const percent = /^(?:%|percent|per ?cent)$/.test(tokens[number.end]?.lower ?? "");
  return { end: number.end + Number(percent), mark: { is: percent ? "percent" : "number", value: number.value } };
}

function personAt(tokens: readonly Token[], i: number, { people }: Ear): Read | undefined {
  const [first, second] = [tokens[i]?.lower ?? "", tokens[i + 1]?.lower ?? ""];
  const full = people.get(`${first} ${second}`);
  if (full !== undefined) return { end: i + 2, mark: { is: "person", people: full } };
  const found = people.get(first);
  if (found === undefined || (isSurname(tokens[i + 1]) && tokens[i]?.capital === true)) return undefined;
  return { end: i + 1, mark: { is: "person", people: found } };
}

/** A capital letter right behind a name: the two go together. */
function isSurname(token: Token | undefined): boolean {
  return token?.kind === "word" && token.capital && !languages.en.functionWords.has(token.lower);
}

function phraseAt(tokens: readonly Token[], i: number, table: PhraseTable): Read | undefined {
  for (const { stems, senses } of table.get(tokens[i]?.stem ?? "") ?? [])
    if (stems.every((stem, k) => tokens[i + k]?.stem === stem))
      return { end: i + stems.length, mark: { is: "senses", senses } };
  return undefined;
}

/** Words with a capital letter that mean nothing else: a name, unless a sentence begins there with one such word. */
function nameAt(tokens: readonly Token[], i: number, { table }: Ear): Read | undefined {
  const isName = (token: Token | undefined): boolean =>
    token?.kind === "word" &&
    token.capital &&
    token.lower !== "i" &&
    heardAs(token) === undefined &&
    !token.lower.includes("'") &&
    !languages.en.functionWords.has(token.lower) &&
    !table.has(token.stem);
  const opens = i === 0 || /^[.!?…]$/.test(tokens[i - 1]?.text ?? "");
  if (opens && isVerb(tokens[i]?.lower ?? "")) return undefined;
  let end = i;
  while (isName(tokens[end])) end += 1;
  if (end === i || (opens && end === i + 1)) return undefined;
  return { end, mark: { is: "name" } };
}
