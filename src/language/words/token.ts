/** The languages a token can belong to: told by script, so one text may mix them, and among those of one script by the words around it. */
export type LanguageCode = "en" | "ru" | "es";

export type TokenKind =
  | "word"
  | "number"
  | "time"
  | "email"
  | "url"
  | "identifier"
  | "quoted"
  | "punctuation"
  | "symbol";

/** One unit of the text. `from` and `to` are offsets into the text that was tokenised; `quoted` keeps its quotes inside them. */
export type Token = {
  text: string;
  from: number;
  to: number;
  lower: string;
  /** What the word is matched by; the lower-case text where stemming does not apply. */
  stem: string;
  kind: TokenKind;
  lang: LanguageCode;
  /** Starts with a capital letter. */
  capital: boolean;
  /** No space between this token and the one before it. */
  glued: boolean;
};
