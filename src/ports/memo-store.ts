import type { PlannedAnswer } from "./planner.ts";

/** A memoised plan. `key` covers everything the plan may depend on, including the exact text. */
export type MemoEntry = {
  key: string;
  /** Contract 4's hash of the input. Goals that differ only in case share it and have separate entries. */
  inputHash: string;
  planner: string;
  plannerVersion: string;
  goal: string;
  answer: PlannedAnswer;
};

/** An entry to store. The hash covers the whole manifest, so it is computed lazily. */
export type NewMemoEntry = Omit<MemoEntry, "inputHash"> & { inputHash: string | (() => string) };

/** LRU storage of memoised plans. */
export interface MemoStore {
  get(key: string): Promise<MemoEntry | undefined>;
  put(entry: NewMemoEntry): Promise<void>;
  /** Least recently used first. */
  list(): Promise<MemoEntry[]>;
}
