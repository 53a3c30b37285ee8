import type { LeasedJob } from "../../ports/engine.ts";
import type { Store, Tx } from "../../ports/store.ts";
import type { Database } from "./database.ts";
import { createReads } from "../reads.ts";
import { effectWrites, readEffects } from "./effect-tables.ts";
import { createJobTable } from "./job-table.ts";
import { recordWrites } from "./record-tables.ts";
import { runWrites } from "./run-tables.ts";
import { type Fact, factKey } from "../../ports/fact.ts";
import { toText } from "./rows.ts";

/** The store in one SQLite file. Concurrent changes share a commit. */
export function createSqliteStore(db: Database): Store {
  const journal = createJournalRows(db);
  const table = createJobTable(db);
  const tx: Tx = {
    append: journal.append,
    ...runWrites(db),
    ...effectWrites(db),
    ...recordWrites(db),
    ...table.writes,
  };
  const apply = (change: (tx: Tx) => void): LeasedJob[] => {
    table.takeAdded();
    journal.clear();
    change(tx);
    journal.write();
    return table.takeAdded();
  };
  return {
    write: (change) => db.commit(() => apply(change)).then(table.announce),
    ...createReads(db),
    effects: (tenant, runId) => readEffects(db, tenant, runId),
    jobs: table.jobs,
    close: () => db.close(),
  };
}

/** Batches the facts of one transaction: multi-row inserts are cheaper. */
type JournalRows = {
  append: Tx["append"];
  /** Writes the appended facts; fails here when a key is taken. */
  write(): void;
  /** Discards the facts of a failed transaction. */
  clear(): void;
};

/** Rows per statement, most first. */
const sizes = [16, 8, 4, 3, 2, 1];

function createJournalRows(db: Database): JournalRows {
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
