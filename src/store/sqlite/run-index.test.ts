import { runIndexSuite } from "../../testing/store-suite/run-index.ts";
import { openDatabase } from "./database.ts";
import { createSqliteRunIndex } from "./run-index.ts";
import { createSqliteStore } from "./store.ts";

runIndexSuite("SQLite", async () => {
  const db = openDatabase({ path: ":memory:" });
  return { store: createSqliteStore(db), index: createSqliteRunIndex(db), stop: () => db.close() };
});
