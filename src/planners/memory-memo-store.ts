import type { MemoEntry, MemoStore } from "../ports/memo-store.ts";
import { freezeDeep } from "./frozen.ts";

/** Keeps the `capacity` entries used last, frozen: no caller can change a remembered plan. */
export function createMemoryMemoStore(capacity: number, initial: Iterable<MemoEntry> = []): MemoStore {
  const kept = new Map<string, MemoEntry>();
  const put = (entry: MemoEntry): void => {
    kept.delete(entry.key);
    kept.set(entry.key, freezeDeep(copy(entry)));
    for (const oldest of kept.keys()) {
      if (kept.size <= capacity) break;
      kept.delete(oldest);
    }
  };
  for (const entry of initial) put(entry);
  return {
    async get(key) {
      const entry = kept.get(key);
      if (entry === undefined) return undefined;
      kept.delete(key);
      kept.set(key, entry);
      return entry;
    },
    put: async (entry) => put(entry),
    list: async () => [...kept.values()].map(copy),
  };
}

/** By way of text: an entry is JSON, whatever a planner has put beside it. */
function copy(entry: MemoEntry): MemoEntry {
  return JSON.parse(JSON.stringify(entry)) as MemoEntry; // the entry's own text
}
