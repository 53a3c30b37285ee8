import type { Days, MeasureChoice } from "../world/figures.ts";
import type { Granularity } from "../../../language/spans/span.ts";
import type { Json, JsonObject } from "../../../plan/json.ts";

export type Row = JsonObject;
export type Person = { id: string; name: string; email?: string };

/** One test a record must pass. Days and amounts are compared inclusively. */
export type Test = { field: string } & (
  | { op: "is" | "not"; values: readonly Json[] }
  | { op: "between"; low?: Json; high?: Json }
  | { op: "has"; text: string }
  /** The time of day, in minutes, both ends included. */
  | { op: "clock"; low?: number; high?: number }
  /** Nothing stands in the field. */
  | { op: "empty" }
  /** It stands for one of several things: the name of the record, or of what it belongs to. */
  | { op: "ids"; ids: ReadonlySet<string>; not?: true }
);

/** Records of one kind, as they were described. */
export type RecordSet = {
  kind: string;
  tests: readonly Test[];
  /** All that fit are meant; otherwise one is, and several are asked about. */
  all: boolean;
  /** The first or last so many by a field; `nth`: only the last of these. */
  pick?: { end: "first" | "last"; count: number; by: string; nth?: true };
  /** What the person said, for questions about it. */
  said: string;
};

/** A value for a field, and how a person would write it. */
export type Value =
  | { is: "json"; value: Json; shown: string }
  | { is: "person"; people: readonly Person[]; said: string }
  /** So much later than it was; earlier where it is negative. */
  | { is: "shift"; count: number; unit: Granularity; said: string }
  /** So much more than it was, or so many per cent of it; less where it is negative. */
  | { is: "added"; by: number; percent: boolean; said: string }
  /** `isMonth`: only the month was said, and the day is its first. */
  | { is: "day"; day: string; time?: string; isMonth?: true; said: string };

export type Change = { field: string; value: Value };

export type Ask =
  | { of: "list" | "count" }
  /** What is known of it. `related`: records of other kinds that have its name or belong to what it names. */
  | { of: "state"; related: readonly { kind: string; rows: readonly Row[] }[] }
  | { of: "sum" | "average"; field: string }
  /** Who or what most, or fewest, of the records belong to. */
  | { of: "top"; field: string; end: "most" | "least" }
  | { of: "field"; fields: readonly string[] }
  | { of: "whether"; field: string; values: readonly Json[]; shown: string };

/** What is to be done. `missing` are fields that must still be said. */
export type Request =
  | { do: "change"; set: RecordSet; changes: readonly Change[]; missing: readonly string[] }
  | { do: "remove"; set: RecordSet }
  | { do: "operate"; set: RecordSet; operation: string; text?: string; person?: string }
  /** `of` is the record that somebody it is for was described by. */
  | {
      do: "create";
      kind: string;
      changes: readonly Change[];
      missing: readonly string[];
      said: string;
      of?: RecordSet;
      isNew?: true;
    }
  | { do: "plot"; measured: MeasureChoice; days: Days; form: string }
  | { do: "ask"; set: RecordSet; ask: Ask };

/** Why a request cannot be planned as it was said. */
export type Doubt =
  /** `isRead`: all else was read, and no other planner is to leave the words out. */
  | { doubt: "words"; words: string; understood: readonly string[]; isRead?: true }
  | { doubt: "name"; said: string; kind?: string; near: readonly { kind: string; row: Row }[] }
  | { doubt: "several"; set: RecordSet; rows: readonly Row[] }
  | { doubt: "people"; said: string; people: readonly Person[] }
  | { doubt: "speaker" }
  | { doubt: "field"; kind: string; field: string }
  | { doubt: "which"; said: string }
  | { doubt: "scope"; said: string; read: string }
  | { doubt: "time"; said: string }
  | { doubt: "none"; set: RecordSet }
  /** What was said has two meanings. */
  | { doubt: "meant"; of: "order" | "group" | "signature" | "text" | "needless" | "scale"; said: string }
  /** A new record would have the name of one that is there already. */
  | { doubt: "exists"; kind: string; name: string }
  | { doubt: "impossible"; said: string }
  /** A message to somebody, where nothing sends it. */
  | { doubt: "unsent"; to: string }
  /** Who changed something is not kept. */
  | { doubt: "unrecorded" }
  | { doubt: "unavailable"; details: string }
  /** More records than a search shows. */
  | { doubt: "many"; kind: string };

export function isDoubt(value: unknown): value is Doubt {
  return typeof value === "object" && value !== null && "doubt" in value;
}
