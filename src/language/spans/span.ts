import type { Operation } from "../words/operation.ts";

/** A place in the text: `from` and `to` are offsets into the source, `start` and `end` tokens (`end` is the one after the last). */
export type TextRange = { from: number; to: number; start: number; end: number };

/** The name as one of a type's own names, or undefined: concepts of a lexicon are only text. */
export function oneOf<T extends string>(names: readonly T[], name: string): T | undefined {
  return names.find((one) => one === name);
}

export const granularities = ["minute", "hour", "day", "week", "month", "quarter", "year"] as const;
export type Granularity = (typeof granularities)[number];

/** How a time bounds what it is said of. `at` is the plain "on Friday", "tomorrow", "in March". */
export type Relation = "at" | "by" | "from" | "until" | "before" | "after" | "within";

/** Days as `YYYY-MM-DD` in the zone of the reader; `first` equals `last` for one day. */
export type Days = { first: string; last: string };

/** An amount. `max` is the upper end of a range whose lower end is `value`. */
export type NumberSpan = {
  kind: "number";
  value: number;
  max?: number;
  /** Standard name of the unit beside it, and how it was written. */
  unit?: string;
  unitText?: string;
  /** ISO code of the money beside it. */
  currency?: string;
  percent?: true;
  /** Third, 3rd: a place in an order. */
  ordinal?: true;
  /** About, nearly, «около». */
  approximate?: true;
  /** The value if the letter behind it is a scale and no unit: 1,200,000 for "1.2m". An amount of money means this one. */
  scaled?: number;
};

/** One day, or several (`interval`), with the clock time said beside it. */
export type DateSpan = Days & {
  kind: "date" | "interval";
  granularity: Granularity;
  relation: Relation;
  /** `HH:MM`; `until` is the end of a range of times. */
  time?: string;
  until?: string;
  /** "tomorrow morning": no clock time was said. */
  part?: PartOfDay;
  /** The text left the year or week open: the same words of something in the past. */
  earlier?: Days;
};

export const partsOfDay = ["morning", "afternoon", "evening", "night"] as const;
export type PartOfDay = (typeof partsOfDay)[number];

/** A time of day alone; with `part` no clock time was said, and `time` is when that part begins. */
export type TimeSpan = { kind: "time"; time: string; until?: string; part?: PartOfDay; relation: Relation };
export type DurationSpan = { kind: "duration"; value: number; unit: Granularity; max?: number };
/** "every Monday", "daily", «по вторникам». */
export type RecurrenceSpan = { kind: "recurrence"; every: Granularity; count: number; weekdays?: readonly number[] };

/** How a verb is said: an order, a wish in the infinitive, something that happens, or something that is done. */
export type VerbForm = "imperative" | "infinitive" | "present" | "past" | "participle" | "gerund";
export type VerbSpan = { kind: "verb"; op: Operation; form: VerbForm; stem: string };

export const quantities = [
  "all",
  "each",
  "any",
  "both",
  "other",
  "rest",
  "except",
  "only",
  "first",
  "last",
  "some",
  "none",
] as const;
export type Quantity = (typeof quantities)[number];
/** `scope` are the tokens that "except" leaves out, or that "only" keeps. */
export type QuantifierSpan = {
  kind: "quantifier";
  value: Quantity;
  count?: number;
  scope?: { start: number; end: number };
};

/** Whose: the speaker's, the speaker's group's, the listener's, somebody's who was named before, or a named person's. */
export const possessors = ["speaker", "group", "listener", "third", "named"] as const;
export type PossessiveSpan = {
  kind: "possessive";
  whose: (typeof possessors)[number];
  name?: string;
};

export const comparisons = ["more", "less", "atLeast", "atMost", "equal", "between", "most", "least"] as const;
export type Comparison = (typeof comparisons)[number];
export type ComparatorSpan = { kind: "comparator"; value: Comparison };

export const polarityWords = ["not", "instead", "almost", "early", "unsure", "whether"] as const;
/**
 * Why something is not plainly asked for. `scope` are the tokens it rules out or makes doubtful.
 *
 * - `not`: negated; `instead`: what another thing replaces; `almost`, `early`, `unsure`: hedged
 * - `whether`: weighed or asked for advice ("should I"); `if`: a condition; `or`: a choice that was left open
 */
export type PolarityWord = (typeof polarityWords)[number];
export type PolaritySpan = { kind: "polarity"; value: PolarityWord; scope: { start: number; end: number } };

export const pronouns = ["speaker", "group", "listener", "thing", "things", "person", "people"] as const;
export type PronounSpan = { kind: "pronoun"; of: (typeof pronouns)[number] };

/** Carries no meaning of its own: the account may drop it. `leadin` announces the text behind it ("saying", «о том, что»). */
export const fillers = ["politeness", "greeting", "thanks", "hesitation", "manner", "leadin", "function"] as const;
export type FillerSpan = { kind: "filler"; of: (typeof fillers)[number] };

/** Joins clauses or introduces a condition. */
export const links = ["and", "then", "but", "or", "if", "unless", "else"] as const;
export type LinkSpan = { kind: "link"; link: (typeof links)[number] };
export type Link = "and" | "then" | "but" | "or";

/** Text in quotes (`text` is what stands inside), an id, an address, a capitalised name. */
export type LiteralSpan = { kind: "quoted" | "identifier" | "email" | "url" | "name"; value: string };
/** A content word. `word`: the language knows it; `unknown`: nobody does. */
export type WordSpan = { kind: "word" | "unknown"; stem: string };
/** Who, what, when, where, how, many, why; `whether` for a question that yes or no answers. */
export type QuestionSpan = { kind: "question"; asks: string };
/** Answers what was said or shown before: yes, never mind, I meant, undo that. */
export const acts = ["confirm", "cancel", "correct", "undo"] as const;
export type ActSpan = { kind: "act"; act: (typeof acts)[number] };

/** What a span says, apart from where it stands. */
export type Sense =
  | NumberSpan
  | DateSpan
  | TimeSpan
  | DurationSpan
  | RecurrenceSpan
  | VerbSpan
  | QuantifierSpan
  | PossessiveSpan
  | ComparatorSpan
  | PolaritySpan
  | PronounSpan
  | FillerSpan
  | LinkSpan
  | LiteralSpan
  | WordSpan
  | QuestionSpan
  | ActSpan;

/** One typed piece of the text. The spans of a reading are in order, do not overlap, and cover every token that is not punctuation. */
export type Span = TextRange & { text: string; clause: number } & Sense;
