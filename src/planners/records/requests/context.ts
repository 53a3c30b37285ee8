import type { Reading } from "../../../language/reading.ts";
import type { Item } from "../items/item.ts";
import type { Person, RecordSet } from "./request.ts";
import type { World } from "../world/world.ts";

/** What a request is read against. */
export type ReadingContext = {
  reading: Reading;
  world: World;
  /** All items of the text. */
  items: readonly Item[];
  /** Words that were taken for misspellings. */
  fixes: readonly { said: string; meant: string }[];
  /** The clock and the zone the text was read with. */
  now: string;
  zone: string;
  /** `YYYY-MM-DD`, and with the time, where the person is. */
  today: string;
  localNow: string;
  /** Who speaks, where the caller says so. */
  speaker?: Person;
  /** What "it", "them", "his" refer to. */
  spokenOf: SpokenOf;
  /** Answers to earlier questions, by the question's id. */
  answers: Readonly<Record<string, string>>;
};

/**
 * `list` are the last several records that were shown: "the third" counts in them. `others` are records of other kinds that the name
 * of the one spoken of stands for as well.
 */
export type SpokenOf = { set?: RecordSet; list?: RecordSet; person?: Person; others?: readonly RecordSet[] };

/** The day before or after, as `YYYY-MM-DD`. */
export function dayAfter(day: string, days: number): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  return new Date(at + days * 86_400_000).toISOString().slice(0, 10);
}
