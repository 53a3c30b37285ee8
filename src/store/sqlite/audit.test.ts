import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AuditEntry } from "../../ports/audit.ts";
import { createAudit } from "../audit.ts";
import { type Database, openDatabase } from "./database.ts";

let db: Database;

beforeEach(() => {
  db = openDatabase({ path: ":memory:" });
});

afterEach(() => db.close());

function entry(at: number, tenant = "acme"): AuditEntry {
  return { tenant, principal: "key:ci#1", action: "startRun", subjects: ["r1"], requestId: "q1", at, outcome: "done" };
}

describe("the audit log", () => {
  it("returns what was recorded, newest first, page by page, to its tenant alone", async () => {
    const audit = createAudit(db);
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
    "UPDATE audit SET tenant = 'globex' WHERE seq = 1",
    "DELETE FROM audit",
    "DELETE FROM audit WHERE seq = 1",
    "INSERT OR REPLACE INTO audit (seq, tenant, record) VALUES (1, 'acme', '{}')",
    "REPLACE INTO audit (seq, tenant, record) VALUES (1, 'acme', '{}')",
    "INSERT INTO audit (seq, tenant, record) VALUES (1, 'acme', '{}') ON CONFLICT DO UPDATE SET record = '{}'",
  ])("refuses %s", async (sql) => {
    const audit = createAudit(db);
    await audit.record(entry(1));
    await expect(db.commit(() => db.prepare(sql).run())).rejects.toThrow(/append-only/);
    expect(await audit.list({ tenant: "acme", limit: 9 })).toEqual([{ ...entry(1), seq: 1 }]);
  });
});
