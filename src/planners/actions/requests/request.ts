import type { Json } from "../../../plan/json.ts";
import type { Person } from "../words/mark.ts";
import type { Local, Period, Unit } from "../words/when.ts";

/** One test a record must pass. Ends of ranges: `to` is the first moment that no longer counts. */
export type Test = { field: string } & (
  | { op: "is" | "not"; values: readonly Json[] }
  | { op: "has"; text: string }
  | { op: "from" | "to"; at: Local }
  /** Time of the day, in minutes. */
  | { op: "clock-from" | "clock-to"; minutes: number }
);

/** What people call a record for short: `STU-4`. */
export const shortName = /^\p{L}+-\d+$/u;

/** Records of one kind, as they were described. */
export type Choice = {
  kind: string;
  tests: readonly Test[];
  /** One name, or several of them joined by "and". */
  name?: string;
  /** By the kind's own time: the first or the last so many. */
  pick?: { end: "first" | "last"; count: number };
  /** All that fit are meant, not one. */
  many: boolean;
  /** What the person said, for questions about it. */
  said: string;
};

/** A person by name, or whoever stands in a field of the record that was found before. */
export type Whom =
  | { is: "person"; people: readonly Person[]; said: string }
  | { is: "found"; field?: string }
  /** Whoever stands in a field of the record that is described with it. */
  | { is: "of"; choice: Choice; field?: string };

/** The first gap of the calendar within a period. */
export type Slot = { is: "slot"; period: Period };

export type FieldValue =
  | { is: "value"; value: Json }
  | { is: "moment"; at: Local; dateOnly: boolean }
  /** Another hour of the same day, another day at the same hour. */
  | { is: "clock"; minutes: number }
  | { is: "day"; at: Local }
  | { is: "whom"; whom: Whom }
  /** What stands in a field of the record that was found before. */
  | { is: "copied"; field: string }
  | Slot;

export type Measured = { is: "measures"; ids: readonly string[] } | { is: "extreme"; group: string; most: boolean };

/** What is to be done; `found` is the choice a pronoun stands for. */
export type Action =
  | { do: "find"; choice: Choice }
  | { do: "remove"; choice: Choice }
  | { do: "change"; choice: Choice; field: string; value: FieldValue }
  | { do: "shift"; choice: Choice; field: string; count: number; unit: Unit }
  | { do: "operate"; choice: Choice; operation: string; whom?: Whom; text?: string }
  | { do: "create"; kind: string; values: Readonly<Record<string, FieldValue>>; whom?: Whom; said: string }
  | { do: "plot"; measured: Measured; period: Period; form: string };

export type Comparison = { way: "more" | "less" | "least" | "most" | "equal"; than: number };

/** What an action may hang on. */
export type Condition =
  | { is: "count"; choice: Choice; compare: Comparison; not: boolean }
  | { is: "days"; measure: string; period: Period; compare: Comparison; how: "any" | "all" | "sum" | "mean" | "last" }
  | { is: "change"; measure: string; of: Period; against: Period; way: "more" | "less"; share?: number; by?: number }
  | { is: "rank"; measure: string; than: string; period: Period; way: "more" | "less" }
  /** That one measure of a group stands out. */
  | { is: "top"; measure: string; group: string; most: boolean; period: Period }
  | { is: "not"; condition: Condition };

export type Block = { condition?: Condition; does: readonly Action[]; otherwise: readonly Action[] };

/** Why a request was not understood: the words that nobody can account for, or what is missing. */
export type Puzzle = {
  puzzle: "words" | "missing" | "kind" | "condition";
  words: string;
  field?: string;
  kind?: string;
};

export function isPuzzle(value: object): value is Puzzle {
  return "puzzle" in value;
}
