import type { TextRange, Link } from "../spans/span.ts";

/** What the speaker does with a clause. `correct`, `confirm` and `cancel` speak of what was said or shown before. */
export type Act = "do" | "ask" | "tell" | "forbid" | "correct" | "confirm" | "cancel";

/**
 * How far a clause is meant.
 *
 * - `negated`: the opposite is said; `hedged`: nearly, too early, not sure; `hypothetical`: should I, what if
 * - `alternative`: part of it is ruled out in favour of another ("Ann instead of Bob"); the polarity span's scope says which
 */
export type Polarity = "positive" | "negated" | "hedged" | "hypothetical" | "alternative";

/** Part of a sentence that asks, tells or forbids one thing. Clauses are in order and cover all tokens but joints and punctuation. */
export type Clause = TextRange & {
  text: string;
  sentence: number;
  act: Act;
  polarity: Polarity;
  /** How it is joined to the clause before; `context` for a new sentence. */
  link: Link | "first" | "context";
  /** A condition, what hangs on the one before, or on its contrary. */
  role: "main" | "if" | "unless" | "then" | "else";
  /** Indexes into the reading's spans: the verb that decides the act, and all spans of the clause. */
  verb?: number;
  spans: readonly number[];
  /** It has no verb of its own and shares that of the clause before: "move A to X and B to Y". */
  elliptic: boolean;
  /** Token ranges between its commas and conjunctions. */
  parts: readonly { start: number; end: number }[];
};

/** `item` is the number within a list, bulleted or numbered; `heading` marks the line that announces a list. */
export type Sentence = TextRange & {
  /** The first token of its bullet or number; `start` where it has none. */
  marker: number;
  text: string;
  asks: boolean;
  item?: number;
  heading?: true;
};
