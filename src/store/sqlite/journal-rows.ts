import { type Fact, factKey } from "../../ports/fact.ts";
import type { Tx } from "../../ports/store.ts";
import type { Database } from "./database.ts";
import { toText } from "./rows.ts";

/** The facts of one piece of work, written together when it ends: many rows a statement cost less than one each. */
export type JournalRows = {
  append: Tx["append"];
  /** Writes what was appended; a key that is taken fails here. */
  write(): void;
  /** Forgets what a failed piece has left. */
  clear(): void;
};

/** Rows in one statement. */
const many = 16;

export function createJournalRows(db: Database): JournalRows {
  const insert = (rows: number): string =>
    `INSERT INTO journal (run_id, key, at, fact) VALUES ${Array.from({ length: rows }, () => "(?, ?, ?, ?)").join(", ")}`;
  const addMany = db.prepare(insert(many));
  const addOne = db.prepare(insert(1));
  let rows: [runId: string, key: string, at: number, fact: string][] = [];
  return {
    append(runId: string, fact: Fact, at: number) {
      rows.push([runId, factKey(fact), at, toText(fact)]);
    },
    write() {
      let at = 0;
      for (; rows.length - at >= many; at += many) addMany.run(...rows.slice(at, at + many).flat());
      for (const row of rows.slice(at)) addOne.run(...row);
      rows = [];
    },
    clear() {
      rows = [];
    },
  };
}
