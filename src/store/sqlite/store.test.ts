import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { storeSuite } from "../../testing/store-suite/index.ts";
import { openDatabase } from "./database.ts";
import { createSqliteStore } from "./store.ts";

storeSuite("SQLite", async () => {
  const folder = mkdtempSync(join(tmpdir(), "planwright-store-"));
  const open = () => createSqliteStore(openDatabase({ path: join(folder, "test.db") }));
  const store = open();
  return {
    store,
    reopen: async () => open(),
    async stop() {
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
});
