import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createMemoryMemoStore, hashOf } from "../../planners/memory-memo-store.ts";
import type { MemoEntry, MemoStore } from "../../ports/memo-store.ts";

/**
 * Stores remembered plans in a JSON Lines file. Appends entries, and rewrites the file when it holds twice the capacity.
 * Skips unreadable lines, such as a partial last line after a crash.
 */
export function openMemoFile(path: string, capacity: number): MemoStore {
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  // End a partial line, so that the next entry starts on a line of its own.
  if (text !== "" && !text.endsWith("\n")) appendFileSync(path, "\n");
  const found = text.split("\n").flatMap(readLine);
  const memory = createMemoryMemoStore(capacity, found);
  let lines = found.length;
  return {
    get: (key) => memory.get(key),
    list: () => memory.list(),
    async put(entry) {
      await memory.put(entry);
      lines += 1;
      if (lines <= 2 * capacity)
        return appendFileSync(path, `${JSON.stringify({ ...entry, inputHash: hashOf(entry) })}\n`);
      const kept = await memory.list();
      lines = kept.length;
      const fresh = `${path}.new`;
      writeFileSync(fresh, kept.map((one) => `${JSON.stringify(one)}\n`).join(""));
      renameSync(fresh, path);
    },
  };
}

function readLine(line: string): MemoEntry[] {
  try {
    const entry: unknown = JSON.parse(line);
    // The memo validates every answer again before it returns it.
    return isEntry(entry) ? [entry] : [];
  } catch {
    return [];
  }
}

function isEntry(value: unknown): value is MemoEntry {
  return (
    typeof value === "object" && value !== null && "key" in value && typeof value.key === "string" && "answer" in value
  );
}
