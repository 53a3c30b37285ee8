import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSchema, type TestSchema } from "../../../test/support/postgres-schema.ts";
import { postgresAbsent } from "../../../test/support/postgres-server.ts";
import type { AuditEntry } from "../../ports/audit.ts";
import type { StoredKey } from "../../ports/keys.ts";
import { createAudit } from "../audit.ts";
import { createKeys } from "../keys.ts";

function entry(at: number, tenant = "acme"): AuditEntry {
  return { tenant, principal: "key:ci#1", action: "startRun", subjects: ["r1"], requestId: "q1", at, outcome: "done" };
}

function key(id: string, more: Partial<StoredKey> = {}): StoredKey {
  return { id, tenant: "acme", name: "ci", scopes: ["plan", "runs"], hash: `hash of ${id}`, createdAt: 5, ...more };
}

describe.skipIf(postgresAbsent !== undefined)(`access in Postgres ${postgresAbsent ?? ""}`, () => {
  let schema: TestSchema;
  beforeEach(async () => {
    schema = await openSchema();
  });
  afterEach(() => schema.drop());

  it("returns what was recorded, newest first, page by page, to its tenant alone", async () => {
    const audit = createAudit(schema.db);
    for (let at = 1; at <= 5; at += 1) {
      await audit.record(entry(at));
      await audit.record(entry(at, "globex"));
    }
    const first = await audit.list({ tenant: "acme", limit: 3 });
    expect(first.map(({ at }) => at)).toEqual([5, 4, 3]);
    expect(first[0]).toEqual({ ...entry(5), seq: 9 });
    const before = first.at(-1)?.seq ?? 0;
    expect((await audit.list({ tenant: "acme", limit: 3, before })).map(({ at }) => at)).toEqual([2, 1]);
    expect(await audit.list({ tenant: "nobody", limit: 3 })).toEqual([]);
  });

  it.each([
    "UPDATE audit SET record = '{}'",
    "DELETE FROM audit WHERE seq = 1",
    "TRUNCATE audit",
    "INSERT INTO audit (seq, tenant, record) OVERRIDING SYSTEM VALUE VALUES (1, 'acme', '{}') ON CONFLICT (seq) DO UPDATE SET record = '{}'",
  ])("refuses %s", async (sql) => {
    const audit = createAudit(schema.db);
    await audit.record(entry(1));
    await expect(schema.db.write([{ sql, values: [] }])).rejects.toThrow(/append-only/);
    expect(await audit.list({ tenant: "acme", limit: 9 })).toEqual([{ ...entry(1), seq: 1 }]);
  });

  it("keeps keys, lists them without their hash, and revokes them once", async () => {
    const keys = createKeys(schema.db);
    await keys.add(key("k1", { expiresAt: 90 }));
    await keys.add(key("k2", { tenant: "globex", createdAt: 4 }));
    await expect(keys.add(key("k1"))).rejects.toMatchObject({ code: "conflict" });
    expect(await keys.find("k1")).toEqual(key("k1", { expiresAt: 90 }));
    expect((await keys.list()).map(({ id }) => id)).toEqual(["k2", "k1"]);
    expect((await keys.list("acme")).map((one) => "hash" in one)).toEqual([false]);
    expect([await keys.revoke("k1", 10), await keys.revoke("k1", 20), await keys.revoke("k3", 10)]).toEqual([
      true,
      true,
      false,
    ]);
    await keys.noteUse("k1", 30);
    await keys.noteUse("k1", 25);
    expect(await keys.find("k1")).toMatchObject({ revokedAt: 10, lastUsedAt: 30 });
  });
});
