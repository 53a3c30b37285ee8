import type { LeasedJob } from "../../ports/engine.ts";
import type { Store, Tx } from "../../ports/store.ts";
import type { Database } from "./database.ts";
import { createEffectTables } from "./effect-tables.ts";
import { createJobTable } from "./job-table.ts";
import { createJournalRows } from "./journal-rows.ts";
import { createRecordTables } from "./record-tables.ts";
import { createRunTables } from "./run-tables.ts";

/** The store in one SQLite file. Concurrent changes share a commit. */
export function createSqliteStore(db: Database): Store {
  const runs = createRunTables(db);
  const journal = createJournalRows(db);
  const effects = createEffectTables(db);
  const records = createRecordTables(db);
  const table = createJobTable(db);
  const tx: Tx = { append: journal.append, ...runs.writes, ...effects.writes, ...records.writes, ...table.writes };
  const apply = (change: (tx: Tx) => void): LeasedJob[] => {
    table.takeAdded();
    journal.clear();
    change(tx);
    journal.write();
    return table.takeAdded();
  };
  return {
    write: (change) => db.commit(() => apply(change)).then(table.announce),
    ...runs.reads,
    ...effects.reads,
    ...records.reads,
    jobs: table.jobs,
    close: () => db.close(),
  };
}
