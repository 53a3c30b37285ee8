import type { MemoEntry, MemoStore, NewMemoEntry } from "../ports/memo-store.ts";
import { freezeDeep } from "./frozen.ts";

/** An LRU store of `capacity` entries, frozen: no caller can change a stored plan. */
export function createMemoryMemoStore(capacity: number, initial: Iterable<MemoEntry> = []): MemoStore {
  const kept = new Map<string, StoredEntry>();
  // One iterator for all evictions: keys it has passed are deleted, and used keys move to the end.
  const oldest = kept.keys();
  const put = ({ answer, ...rest }: NewMemoEntry): void => {
    kept.delete(rest.key);
    kept.set(rest.key, { ...rest, answer: JSON.stringify(answer) });
    while (kept.size > capacity) kept.delete(oldest.next().value ?? "");
  };
  for (const entry of initial) put(entry);
  return {
    async get(key) {
      const found = kept.get(key);
      if (found === undefined) return undefined;
      kept.delete(key);
      kept.set(key, found);
      return (found.entry ??= freezeDeep(read(found)));
    },
    put: async (entry) => put(entry),
    list: async () => [...kept.values()].map(read),
  };
}

/** The answer as JSON text: most entries are never read again. */
type StoredEntry = Omit<NewMemoEntry, "answer"> & { answer: string; entry?: MemoEntry };

function read({ key, planner, plannerVersion, goal, inputHash, answer }: StoredEntry): MemoEntry {
  const plain: MemoEntry["answer"] = JSON.parse(answer);
  return { key, inputHash: hashOf({ inputHash }), planner, plannerVersion, goal, answer: plain };
}

export function hashOf({ inputHash }: Pick<NewMemoEntry, "inputHash">): string {
  return typeof inputHash === "string" ? inputHash : inputHash();
}
