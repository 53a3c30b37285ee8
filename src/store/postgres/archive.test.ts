import { describe, expect, it } from "vitest";
import { openSchema } from "../../../test/support/postgres-schema.ts";
import { postgresAbsent } from "../../../test/support/postgres-server.ts";
import { archiveTableNames, archiveTables } from "../../ports/archive.ts";
import { archiveSuite } from "../../testing/archive-suite/index.ts";
import { createPostgresArchive } from "./archive.ts";
import { createAudit } from "../audit.ts";
import { createKeys } from "../keys.ts";
import { createPostgresKnowledge } from "./knowledge.ts";
import { createPostgresLeases } from "./leases.ts";
import { createPostgresStore } from "./store.ts";

const terms = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll("orders", "order")
    .split(/\P{L}+/u)
    .filter(Boolean);

async function openHost() {
  const schema = await openSchema();
  const { db } = schema;
  return {
    db,
    store: createPostgresStore(db),
    keys: createKeys(db),
    audit: createAudit(db),
    knowledge: createPostgresKnowledge({ db, terms, clock: { now: () => 1, setTimer: () => () => undefined } }),
    archive: createPostgresArchive({ db, terms }),
    tamper: () => db.read("DELETE FROM audit"),
    stop: () => schema.drop(),
  };
}

describe.skipIf(postgresAbsent !== undefined)(`with Postgres ${postgresAbsent ?? ""}`, () => {
  archiveSuite("Postgres", openHost);

  // A table or a column that is added and not archived would be lost by every backup from then on.
  it("the archive covers every table and column", async () => {
    const { db } = await openHost();
    const all = await db.read(
      "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema()",
    );
    const columnsOf = (table: string): string[] =>
      all.filter((row) => row["table_name"] === table).map((row) => String(row["column_name"]));
    const own = new Set<string>(archiveTableNames);
    const apart = /^(?:planwright_migrations|knowledge_.*|run_index)$/;
    expect(all.map((row) => String(row["table_name"])).filter((name) => !own.has(name) && !apart.test(name))).toEqual(
      [],
    );
    // Leases, rests and failures are of one moment: a restored store starts without them.
    const moment = ["version", "lease", "held_until", "rest_until", "failures", "error", "dead_at"];
    for (const table of archiveTableNames.filter((name) => name !== "knowledge")) {
      const left = table === "jobs" ? moment : [];
      expect(columnsOf(table).toSorted()).toEqual([...archiveTables[table], ...left].toSorted());
    }
  });

  it("the archive reports a leased job", async () => {
    const { archive, store, db } = await openHost();
    await store.write((tx) => tx.enqueue({ queue: "q", key: "k", tenant: "t", dueAt: 1 }, 1));
    expect(await archive.restore(async ({ isInUse }) => isInUse)).toBe(false);
    await createPostgresLeases(db).acquire({ queues: ["q"], now: 2, limit: 1, leaseMs: 60_000 });
    expect(await archive.restore(async ({ isInUse }) => isInUse)).toBe(true);
  });
});
