import { memoize, memoizeByIdentity } from "../../plan/bounded-cache.ts";
import type { Language } from "../language.ts";
import { languages } from "../languages.ts";
import type { LanguageCode, Token, TokenKind } from "./token.ts";

/** Longer goals are read up to here; planning stays bounded whatever comes in. */
export const textLimit = 20_000;
const tokenLimit = 1_500;
const quoteLimit = 4_000;
/** Quote marks that are tried as the end of one quotation: each may be an apostrophe. */
const mostMarks = 100;

/** In the order they are tried; `digits` begin with no letter. */
const patterns: readonly (readonly [TokenKind, RegExp, "digits"?])[] = [
  ["word", /e-mail(?:s|ed|ing)?(?![\p{L}\p{N}@._-])/iuy],
  ["word", /(?:w\/(?:o(?:ut)?)?|b\/c)(?![\p{L}\p{N}/])|(?:y['’]day|t['’]morrow)(?!\p{L})/iuy],
  ["email", /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,6}/uy],
  ["url", /(?:https?|ftp|file|s3):\/\/[^\s<>"'`)\]}|]{1,2000}|www\.[\p{L}\p{N}-]{1,63}\.[^\s<>"'`)\]}|]{1,500}/uy],
  [
    "url",
    /[\p{L}\p{N}-]{1,63}\.(?:com|org|net|io|edu|gov|ru|рф|co|dev|ai|app|info|biz|eu|de|uk|fr|es|kz|online|site|studio|agency|example|test)(?:\.[a-z]{2})?(?:\/[^\s<>"'`)\]}|]{0,500})?(?![\p{L}\p{N}])/uy,
  ],
  [
    "identifier",
    /[\p{L}\p{N}_-]{1,80}\.(?:csv|json|txt|pdf|xlsx?|docx?|pptx?|png|jpe?g|gif|mp[34]|wav|py|js|ts|sql|xml|ya?ml|html?|zip|md)(?![\p{L}\p{N}])/uy,
  ],
  ["identifier", /~?(?:\/[\p{L}\p{N}_.-]{1,80}){2,20}\/?/uy, "digits"],
  [
    "identifier",
    /\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?(?![\p{L}\p{N}])/uy,
    "digits",
  ],
  ["identifier", /\d{1,3}(?:\.\d{1,3}){3}(?![\p{L}\p{N}])/uy, "digits"],
  ["identifier", /\d{1,9}(?:[.,]\d{1,9})?(?:[xх×]\d{1,9}(?:[.,]\d{1,9})?){1,3}(?![\p{L}\p{N}])/uy, "digits"],
  ["time", /\d{1,2}:\d{2}(?::\d{2})?(?![\p{N}:])/uy, "digits"],
  ["identifier", /\d{1,4}([/.-])\d{1,2}\1\d{1,4}(?![\p{L}\p{N}])/uy, "digits"],
  ["identifier", /\+?\(?\d{1,4}\)?(?:[-. ]\(?\d{2,4}\)?){2,5}(?![\p{L}\p{N}])/uy, "digits"],
  ["identifier", /(?:19|20)\d{2}[-/](?:(?:19|20)\d{2}|\d{2})(?![\p{L}\p{N}-])/uy, "digits"],
  ["identifier", /\d{1,3}-\d{4,20}(?![\p{L}\p{N}-])/uy, "digits"],
  ["identifier", /\p{Lu}(?:#|\+\+)(?![\p{L}\p{N}])/uy],
  ["number", /(?<![[({,])\d{1,3}(?:,\d{3}){1,6}(?:\.\d{1,20})?(?![\d])/uy, "digits"],
  ["number", /\d{1,20}(?:st|nd|rd|th)(?![\p{L}\p{N}])/uy, "digits"],
  ["identifier", /\p{L}{1,12}-\d{1,20}(?:-[\p{L}\p{N}]{1,20})*(?![\p{L}\p{N}])/uy],
  [
    "identifier",
    /(?=[\p{L}\p{N}_-]{0,80}\p{L})(?=[\p{L}\p{N}_-]{0,80}\p{N})(?:\p{L}[\p{L}\p{N}]*|\p{N}+\p{L}[\p{L}\p{N}]*\p{N}[\p{L}\p{N}]*)(?:[_-][\p{L}\p{N}]+)*/uy,
  ],
  ["identifier", /\p{N}+\p{Lu}\p{Ll}{3,40}(?![\p{L}\p{N}])/uy, "digits"],
  ["identifier", /\p{N}+(?=\p{L}*\p{Ll}\p{Lu}|\p{L}*\p{Lu}\p{Ll}+\p{Lu})[\p{L}\p{N}]{4,}/uy, "digits"],
  ["identifier", /\p{L}*\p{Ll}\p{Lu}+\p{Ll}+\p{Lu}\p{L}*(?!\p{L})/uy],
  ["identifier", /\p{L}[\p{L}\p{N}]*(?:_[\p{L}\p{N}]+)+/uy],
  ["number", /(?:\d{1,30}(?:\.\d{1,30})?|(?<!\p{L})\.\d{1,30})(?:[eE][+-]?\d{1,3}(?![\p{L}\p{N}]))?/uy],
  ["word", /\p{L}[\p{L}\p{M}]{0,80}(?:['’](?!s(?!\p{L}))\p{L}{1,10})?/uy],
  ["punctuation", /['’]s(?!\p{L})/uy],
  ["punctuation", /\.{2,10}|[.,;:!?()[\]{}"“”«»…'’]|[-–—]{2,3}/uy],
  ["symbol", /[^\s\p{L}\p{N}]/uy],
];

const lettered = patterns.filter(([, , begins]) => begins === undefined);

const openers: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ["“", "”"],
  ["«", "»"],
  ["‘", "’"],
  ["`", "`"],
  ["„", "“"],
]);
// Marks that take no room on the screen: they never enter a value.
// oxlint-disable-next-line no-control-regex -- these are the characters to be skipped
const invisible = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/;

function isUnseen(char: string): boolean {
  return /\s/.test(char) || invisible.test(char);
}

/** Text to tokens with offsets. Linear in the text, and bounded. One text is read several times in one planning. */
export const tokenize: (source: string) => readonly Token[] = memoize(64, (source) =>
  inLanguage(read(source.slice(0, textLimit))),
);

const perScript = Map.groupBy(Object.values(languages), ({ script }) => script);

/** Words of one script go to the language whose small words the text has most of; the first one where that is open. */
function inLanguage(tokens: Token[]): Token[] {
  for (const [first, ...others] of perScript.values()) {
    if (first === undefined || others.length === 0) continue;
    const words = tokens.filter(({ kind, lang }) => kind === "word" && lang === first.code).slice(0, votes);
    const chosen = others.find((other) => {
      const knower = knowerOf(first)(other);
      let [votesFor, votesAgainst] = [0, 0];
      for (const { lower } of words) {
        const who = knower(lower);
        if (who === "other") votesFor += 1;
        else if (who === "first") votesAgainst += 1;
      }
      return votesFor > 1 && votesFor > votesAgainst;
    });
    if (chosen !== undefined)
      return tokens.map((token) => (token.lang === first.code ? inOther(token, chosen) : token));
  }
  return tokens;
}

const votes = 60;
const mostWords = 10_000;

/** Which of two languages alone knows a word; the same words come in every text. */
const knowerOf = memoizeByIdentity((first: Language) =>
  memoizeByIdentity((other: Language) =>
    memoize(mostWords, (lower: string): "first" | "other" | "neither" => {
      const [isFirst, isOther] = [knows(first, lower), knows(other, lower)];
      return isFirst === isOther ? "neither" : isFirst ? "first" : "other";
    }),
  ),
);

function knows({ functionWords, lexicon, dateWords }: Language, lower: string): boolean {
  return functionWords.has(lower) || lexicon.concepts(lower).length > 0 || dateWords.concepts(lower).length > 0;
}

function inOther(token: Token, language: Language): Token {
  return { ...token, lang: language.code, stem: token.kind === "word" ? language.stem(token.lower) : token.stem };
}

function read(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  let previousEnd = -1;
  while (at < text.length && tokens.length < tokenLimit) {
    const code = text.charCodeAt(at);
    // A blank, or past the letters and signs that everybody types: those are looked at closely.
    if (code <= 0x20 || code === 0x7f || (code > 0x9f && isUnseen(text.charAt(at)))) {
      at += 1;
      continue;
    }
    const quoted = quotedEnd(text, at);
    const [kind, end] = quoted > 0 ? (["quoted", quoted] as const) : matchAt(text, at);
    tokens.push(createToken(text, { kind, from: at, to: end, glued: previousEnd === at }));
    previousEnd = end;
    at = end;
  }
  return tokens;
}

/** A word that ends where no pattern above `word` could go on, as most do: one look instead of twenty. */
const plainWord = /(?=\p{L})\p{Lu}{0,40}\p{Ll}{0,40}(?=[\s,;!?)]|$)/uy;

/** What nobody writes by hand: taken whole, so that no pattern goes back and forth over it. */
const endless = /[\p{L}\p{N}\p{M}_-]{120,4000}/uy;

function matchAt(text: string, at: number): readonly [TokenKind, number] {
  plainWord.lastIndex = at;
  if (plainWord.test(text)) return ["word", plainWord.lastIndex];
  endless.lastIndex = at;
  if (endless.test(text)) return ["identifier", endless.lastIndex];
  const code = text.charCodeAt(at) | 0x20;
  for (const [kind, pattern] of code >= 0x61 && code <= 0x7a ? lettered : patterns) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match !== null) return [kind, kind === "url" ? at + trimmed(match[0]) : pattern.lastIndex];
  }
  return ["symbol", at + 1];
}

/** A link at the end of a sentence does not own the stop behind it. */
function trimmed(link: string): number {
  return link.replace(/[.,;:!?]{1,5}$/, "").length;
}

/** Where a quotation that opens here ends, or 0. A quote mark inside a word is an apostrophe. */
function quotedEnd(text: string, at: number): number {
  const close = openers.get(text.charAt(at));
  if (close === undefined) return 0;
  const before = at === 0 ? " " : text.charAt(at - 1);
  if (close === text.charAt(at) && /[\p{L}\p{N}]/u.test(before)) return 0;
  if (/\s/.test(text.charAt(at + 1))) return 0;
  const limit = Math.min(text.length, at + quoteLimit);
  const nested = close === "'" ? nestedEnd(text, at, limit) : 0;
  if (nested > 0) return nested;
  let tries = mostMarks;
  for (let end = text.indexOf(close, at + 1); end > 0 && end < limit; end = text.indexOf(close, end + 1)) {
    if ((tries -= 1) < 0) return 0;
    const after = text.charAt(end + 1);
    // The plural of what is quoted: two "A4 sheet"s.
    const isPlural = close !== "'" && /^s(?![\p{L}\p{N}])/u.test(text.slice(end + 1, end + 3));
    if (!isPlural && after !== "" && /[\p{L}\p{N}]/u.test(after)) continue;
    if (close === "'" && /\s/.test(text.charAt(end - 1))) continue;
    return end === at + 1 ? 0 : end + 1;
  }
  return 0;
}

/** Where a quotation in single marks ends that holds another one; 0 where it holds none. */
function nestedEnd(text: string, at: number, limit: number): number {
  let [depth, deepest, tries] = [0, 0, mostMarks];
  for (let end = at; end >= 0 && end < limit && tries > 0; end = text.indexOf("'", end + 1)) {
    tries -= 1;
    const [before, after] = [text.charAt(end - 1), text.charAt(end + 1)];
    if (/^$|[\s(,:;-]/.test(before) && /[^\s']/.test(after)) depth += 1;
    else if (!/[\p{L}\p{N}]/u.test(after)) depth -= 1;
    deepest = Math.max(deepest, depth);
    if (depth === 0) return deepest > 1 ? end + 1 : 0;
  }
  return 0;
}

function createToken(text: string, at: { kind: TokenKind; from: number; to: number; glued: boolean }): Token {
  const { kind, from, to, glued } = at;
  const piece = text.slice(from, to);
  const { lower, stem, lang, capital } = kind === "word" ? wordFace(piece) : faceOf(piece);
  return { text: piece, from, to, lower, stem, kind, lang, capital, glued };
}

/** Abbreviations that signs would tear apart, and the word that each is read as. */
const written: ReadonlyMap<string, string> = new Map([
  ["w/", "with"],
  ["w/o", "without"],
  ["w/out", "without"],
  ["b/c", "because"],
  ["y'day", "yesterday"],
  ["t'morrow", "tomorrow"],
]);

/** What the letters alone decide. */
type Face = Readonly<Pick<Token, "lower" | "stem" | "lang" | "capital">>;

function faceOf(piece: string): Face {
  const typed = piece.toLowerCase();
  const lower = written.get(typed.replace("’", "'")) ?? typed.replace(/^e-mail/, "email");
  const lang: LanguageCode = /\p{Script=Cyrillic}/u.test(piece) ? "ru" : "en";
  return { lower, stem: lower, lang, capital: /^["'“«‘]?\p{Lu}/u.test(piece) };
}

/** The same words come in every text. */
const wordFace = memoize(mostWords, (piece: string): Face => {
  const face = faceOf(piece);
  return { ...face, stem: languages[face.lang].stem(face.lower) };
});

/** The text without marks that cannot be seen. */
export function visible(text: string): string {
  return text.replaceAll(new RegExp(invisible.source, "g"), "");
}
