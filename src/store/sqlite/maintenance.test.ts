import { maintenanceSuite } from "../../testing/maintenance-suite.ts";
import { createAudit } from "../audit.ts";
import { openDatabase } from "./database.ts";
import { createSqliteStore } from "./store.ts";
import { createSqliteMaintenance } from "./maintenance.ts";

maintenanceSuite("SQLite", async () => {
  const db = openDatabase({ path: ":memory:" });
  return {
    store: createSqliteStore(db),
    audit: createAudit(db),
    maintenance: createSqliteMaintenance(db),
    stop: () => db.close(),
  };
});
