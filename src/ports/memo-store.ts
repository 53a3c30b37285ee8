import type { Planned } from "./planner.ts";

/** One remembered plan. `key` covers everything the plan may depend on, the exact text included. */
export type MemoEntry = {
  key: string;
  /** Contract 4's hash of the input: equal for goals that differ in case only, which have entries of their own. */
  inputHash: string;
  planner: string;
  plannerVersion: string;
  goal: string;
  answer: Planned;
};

/** An entry as it is put: the hash takes in the whole manifest, so it is worked out when somebody reads it. */
export type NewMemoEntry = Omit<MemoEntry, "inputHash"> & { inputHash: string | (() => string) };

/** Where remembered plans live. Order is recency: what `put` or `get` touched last is the last to go. */
export interface MemoStore {
  get(key: string): Promise<MemoEntry | undefined>;
  put(entry: NewMemoEntry): Promise<void>;
  /** Least recently used first. */
  list(): Promise<MemoEntry[]>;
}
