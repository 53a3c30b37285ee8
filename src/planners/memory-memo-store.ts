import type { MemoEntry, MemoStore, NewMemoEntry } from "../ports/memo-store.ts";
import { freezeDeep } from "./frozen.ts";

/** Keeps the `capacity` entries used last, frozen: no caller can change a remembered plan. */
export function createMemoryMemoStore(capacity: number, initial: Iterable<MemoEntry> = []): MemoStore {
  const kept = new Map<string, StoredEntry>();
  // Goes on where it stopped: what it has passed is gone, and what is used again stands at the end.
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

/** The answer as text: it is JSON, whatever a planner has put beside it, and most are never asked for again. */
type StoredEntry = Omit<NewMemoEntry, "answer"> & { answer: string; entry?: MemoEntry };

function read({ key, planner, plannerVersion, goal, inputHash, answer }: StoredEntry): MemoEntry {
  const plain = JSON.parse(answer) as MemoEntry["answer"]; // the answer's own text
  return { key, inputHash: hashOf({ inputHash }), planner, plannerVersion, goal, answer: plain };
}

export function hashOf({ inputHash }: Pick<NewMemoEntry, "inputHash">): string {
  return typeof inputHash === "string" ? inputHash : inputHash();
}
