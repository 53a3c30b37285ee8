import { upkeepSuite } from "../../testing/upkeep-suite.ts";
import { createSqliteAudit } from "./audit.ts";
import { openDatabase } from "./database.ts";
import { createSqliteStore } from "./store.ts";
import { createSqliteUpkeep } from "./upkeep.ts";

upkeepSuite("SQLite", async () => {
  const db = openDatabase({ path: ":memory:" });
  return {
    store: createSqliteStore(db),
    audit: createSqliteAudit(db),
    upkeep: createSqliteUpkeep(db),
    stop: () => db.close(),
  };
});
