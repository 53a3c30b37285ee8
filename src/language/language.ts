import type { Lexicon } from "./lexicon/compile.ts";
import type { Granularity, PartOfDay, VerbForm } from "./spans/span.ts";
import type { LanguageCode, Token } from "./words/token.ts";

/** A number read from the text, in digits or in words. `end` is the first token after it. */
export type NumberReading = {
  value: number;
  end: number;
  /** Third, 3rd: a place in an order, not an amount. */
  ordinal?: boolean;
  /** The wording says "about". */
  approximate?: boolean;
  /** The value if the letter behind it is a scale and no unit: 1,200,000 for "1.2m". */
  scaled?: number;
};

/** A calendar reading. Fields that the text did not say are absent, so a bare time has no date. */
export type Moment = {
  year?: number;
  month?: number;
  day?: number;
  hour?: number;
  minute?: number;
  second?: number;
};

/** A date, a time, or a range of them, with offsets into the text. The moment is local to the zone it was read in. */
export type DateReading = {
  from: number;
  to: number;
  start: Moment;
  /** Present for ranges only. */
  end?: Moment;
  /** The smallest unit that was said. */
  grain: Granularity;
  /** The year or week was left open: the same words of something in the past. */
  earlier?: {
    first: Required<Pick<Moment, "year" | "month" | "day">>;
    last: Required<Pick<Moment, "year" | "month" | "day">>;
  };
  part?: PartOfDay;
  /** What the text itself said, against what was completed from the clock. */
  certain: {
    date: boolean;
    time: boolean;
    year: boolean;
    day?: boolean;
    /** A month without a day. */ month?: boolean;
  };
};

export type DateSetting = {
  /** ISO instant or local date-time. */
  now: string;
  /** IANA name. */
  zone: string;
};

/** What a preposition tells about the phrase behind it. */
export type PhraseRole =
  | "source"
  | "goal"
  | "place"
  | "time"
  | "topic"
  | "means"
  | "person"
  | "price"
  | "owner"
  | "amount";

/** How a saved plan is asked for, and what is answered; `{name}` is filled in. */
export type PlanWords = {
  run: ReadonlySet<string>;
  plan: ReadonlySet<string>;
  texts: Readonly<Record<"run" | "schedule" | "value" | "which", string>>;
};

/** All the planner knows of one language. Sets and maps hold lower-case words, or stems where the name says so. */
/** What people call by its name and programs by a code: "Swedish krona" is SEK, "Danish" da, "Peru" PE. */
export type CodeKind = "currency" | "language" | "region";

export type Language = {
  code: LanguageCode;
  /** Unicode name of its script. */
  script: "Latin" | "Cyrillic";
  /** Words that shape a request, by concept. */
  lexicon: Lexicon;
  /** The form of a verb of the lexicon, by its ending; undefined for nouns of the same family. */
  verbForm(lower: string): VerbForm | undefined;
  /** Whether an order is told by its place in the clause, as in English, or by its form, as in Russian. */
  ordersBy: "place" | "form";
  /** Words right before the plain form of a verb: "to", "can", "should". */
  beforeVerb: ReadonlySet<string>;
  /** Verbs that are as often nouns: they open a clause only before an object. */
  nounVerbs: ReadonlySet<string>;
  /** Verbs that describe a plural noun right behind them: "open tasks". */
  adjectiveVerbs: ReadonlySet<string>;
  /** Whether two capitalised neighbours are two names, by their endings. */
  partsNames(before: string, lower: string): boolean;
  /** Whether a noun or adjective is plural by its ending. */
  isPlural(lower: string): boolean;
  stem(word: string): string;
  /** The form a found phrase is passed on in: Russian returns the nominative, English the phrase itself. */
  normalForm(phrase: readonly Token[]): string;
  /** English stems this stem may stand for: synonyms, or translations for an English manifest. */
  meanings(stem: string): readonly string[];
  /** English stems for a phrase that begins at this token and means more than its words. */
  phraseAt?(tokens: readonly Token[], at: number): readonly string[] | undefined;
  /** Articles, pronouns, auxiliaries, prepositions, conjunctions: they end a phrase. */
  functionWords: ReadonlySet<string>;
  /** Function words that turn a request into another one: "log in" and "log out", "all", "without". */
  tellingWords?: ReadonlySet<string>;
  prepositions: ReadonlyMap<string, PhraseRole>;
  /** Verbs a person asks with; at the start of a clause they open a request. */
  requestVerbStems: ReadonlySet<string>;
  /** What, when, how many. */
  questionWords: ReadonlySet<string>;
  /** What a question asks for, as English words: "how far" asks for a distance. */
  asked: ReadonlyMap<string, readonly string[]>;
  /** And, or. */
  conjunctions: ReadonlySet<string>;
  /** Then, afterwards, also: they part one request from the next. */
  connectors: ReadonlySet<string>;
  negations: ReadonlySet<string>;
  /** It, them, that: stand for something said before. */
  pronouns: ReadonlySet<string>;
  /** Each, every, all. */
  quantifiers: ReadonlySet<string>;
  /** If, unless, when. */
  conditionals: ReadonlySet<string>;
  /** On, enable against off, disable, by stem. */
  switchWords: ReadonlyMap<string, boolean>;
  /** Unit word or sign to its standard name: "km", "kilometres" to "kilometer". */
  units: ReadonlyMap<string, string>;
  /** Nouns and adjectives that name nothing by themselves ("type", "latest"); they are no values. */
  hollowStems?: ReadonlySet<string>;
  /** Names that the standards leave out, as "GBP pound sterling-pound; JPY yen". */
  codeNames?: Readonly<Record<CodeKind, string>>;
  /** Words for a repeated period: daily, weekly. */
  frequencies: ReadonlyMap<string, string>;
  numberAt(tokens: readonly Token[], at: number): NumberReading | undefined;
  /** Words of the calendar and the clock, by concept. */
  dateWords: Lexicon;
  planWords?: PlanWords;
  /** Whether 5/12 is the fifth of December. */
  dayFirst: boolean;
};
