import type { MemoEntry, MemoStore } from "../ports/memo-store.ts";

/** Keeps the `capacity` entries used last. Entries are held as text, so that no caller can change a remembered plan. */
export function createMemoryMemoStore(capacity: number, initial: Iterable<MemoEntry> = []): MemoStore {
  const kept = new Map<string, string>();
  const put = (entry: MemoEntry): void => {
    kept.delete(entry.key);
    kept.set(entry.key, JSON.stringify(entry));
    for (const oldest of kept.keys()) {
      if (kept.size <= capacity) break;
      kept.delete(oldest);
    }
  };
  for (const entry of initial) put(entry);
  return {
    async get(key) {
      const text = kept.get(key);
      if (text === undefined) return undefined;
      kept.delete(key);
      kept.set(key, text);
      return read(text);
    },
    put: async (entry) => put(entry),
    list: async () => [...kept.values()].map(read),
  };
}

function read(text: string): MemoEntry {
  return JSON.parse(text) as MemoEntry; // written by `put` above
}
