import type { MemoEntry, MemoStore } from "../ports/memo-store.ts";
import { freezeDeep } from "./frozen.ts";

/** Keeps the `capacity` entries used last, frozen: no caller can change a remembered plan. */
export function createMemoryMemoStore(capacity: number, initial: Iterable<MemoEntry> = []): MemoStore {
  const kept = new Map<string, Kept>();
  const put = (entry: MemoEntry): void => {
    kept.delete(entry.key);
    kept.set(entry.key, { text: JSON.stringify(entry) });
    for (const oldest of kept.keys()) {
      if (kept.size <= capacity) break;
      kept.delete(oldest);
    }
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

/** As text: an entry is JSON, whatever a planner has put beside it, and most are never asked for again. */
type Kept = { text: string; entry?: MemoEntry };

function read({ text }: Kept): MemoEntry {
  return JSON.parse(text) as MemoEntry; // the entry's own text
}
