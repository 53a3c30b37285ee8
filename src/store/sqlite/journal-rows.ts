import { type Fact, factKey } from "../../ports/fact.ts";
import type { Tx } from "../../ports/store.ts";
import type { Database } from "./database.ts";
import { toText } from "./rows.ts";

/** Batches the facts of one transaction: multi-row inserts are cheaper. */
type JournalRows = {
  append: Tx["append"];
  /** Writes the appended facts; fails here when a key is taken. */
  write(): void;
  /** Discards the facts of a failed transaction. */
  clear(): void;
};

/** Rows per statement, most first. */
const sizes = [16, 8, 4, 2, 1];

export function createJournalRows(db: Database): JournalRows {
  const insert = (rows: number): string =>
    `INSERT INTO journal (run_id, key, at, fact) VALUES ${Array.from({ length: rows }, () => "(?, ?, ?, ?)").join(", ")}`;
  const statements = sizes.map((size) => ({ size, add: db.prepare(insert(size)) }));
  let rows: [runId: string, key: string, at: number, fact: string][] = [];
  return {
    append(runId: string, fact: Fact, at: number) {
      rows.push([runId, factKey(fact), at, toText(fact)]);
    },
    write() {
      let at = 0;
      for (const { size, add } of statements)
        for (; rows.length - at >= size; at += size) add.run(...rows.slice(at, at + size).flat());
      rows = [];
    },
    clear() {
      rows = [];
    },
  };
}
