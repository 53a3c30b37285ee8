import { compact } from "../../plan/compact.ts";
import type { Operation } from "../../language/words/operation.ts";
import type { Reading } from "../../language/reading.ts";
import type { Span } from "../../language/spans/span.ts";
import type { Json } from "../../plan/json.ts";
import type { Cue } from "./cues.ts";
import type { Field, Kind } from "./kinds.ts";
import type { Filter } from "./question.ts";

/** Verbs that ask and change nothing. */
export const asking: ReadonlySet<Operation> = new Set(["read", "count", "sum", "average", "compare", "be", "own"]);

/** What the spans of a question are used for, as far as it has been read. */
export type Placement = {
  ids: string[];
  search: Span[];
  choices: { param: string; value: Json }[];
  filters: Filter[];
  fields: Field[];
  used: { span: Span; as: "tool" | "argument" | "filter"; isNoun?: true }[];
  score: number;
  nouns: number;
  counts: boolean;
  /** "Anna's": what follows says more about what is hers, and may be left out. */
  isOwned: boolean;
  /** "Quotes with their totals": what follows is told of each. */
  isTold: boolean;
  /** "Who sells": a verb connects what is asked for with what is named. */
  connects: boolean;
  /** Kinds of records that a noun names, and that this kind has the id of: the supplier of an item. */
  linked: Kind[];
  linkedFields: Field[];
  /** "Customers without a quote": records that have the id of those that are asked for. */
  without: Kind | undefined;
  /** The stock as a whole is spoken of. */
  stock: boolean;
  /** "If we ship 20": what would be. */
  supposed: boolean;
  /** "Enough for 20", "20 boxes": how many are needed. */
  needed: number | undefined;
  /** Where in `search` another thing begins: "pumps or valves". */
  breaks: number[];
  /** What phrases say of the quantity. */
  cues: Set<Cue>;
  /** "Per status": the field whose values are told apart. */
  by: Field | undefined;
  /** A word for running out speaks of a day, and not of a quantity. */
  expires: boolean;
  /** "Which is cheaper", without a number. */
  compared: "ascending" | "descending" | undefined;
};

export function emptyPlacement(): Placement {
  return {
    ids: [],
    search: [],
    choices: [],
    filters: [],
    fields: [],
    used: [],
    score: 0,
    nouns: 0,
    counts: false,
    isOwned: false,
    isTold: false,
    connects: false,
    linked: [],
    linkedFields: [],
    without: undefined,
    stock: false,
    supposed: false,
    needed: undefined,
    breaks: [],
    cues: new Set(),
    by: undefined,
    expires: false,
    compared: undefined,
  };
}

export type Scope = {
  reading: Reading;
  found: Placement;
  kinds: readonly Kind[];
};

/** Notes that a span is used. */
export function took(
  span: Span,
  as: "tool" | "argument" | "filter",
  { found, worth, isNoun }: { found: Placement; worth: number; isNoun?: true },
): true {
  found.used.push({ span, as, ...compact({ isNoun }) });
  found.score += worth;
  return true;
}
