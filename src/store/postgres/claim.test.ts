import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSchema, type TestSchema } from "../../../test/support/postgres-schema.ts";
import { postgresAbsent } from "../../../test/support/postgres-server.ts";
import type { LaneLimits } from "../../ports/lanes.ts";
import { claimOf } from "./claim.ts";
import { createPostgresLeases } from "./leases.ts";

const now = 1_000_000;

type JobSeed = { name: string; count: number; tenants: string[]; isHeld?: boolean; dueAt?: number };

describe.skipIf(postgresAbsent !== undefined)(`a claim ${postgresAbsent ?? ""}`, () => {
  let schema: TestSchema;
  beforeEach(async () => {
    schema = await openSchema();
  });
  afterEach(() => schema.drop());

  const put = ({ name, count, tenants, isHeld = false, dueAt = 0 }: JobSeed): Promise<unknown> =>
    schema.db.read(
      `INSERT INTO jobs (queue, key, tenant, due_at, set_at, version, lease, held_until)
       SELECT 'q', $1 || at, ($3::text[])[1 + at % cardinality($3::text[])], $5::bigint, 0, 1,
         CASE WHEN $4 THEN nextval('job_leases') END, CASE WHEN $4 THEN now() + interval '1 hour' END
       FROM generate_series(1, $2::int) AS at`,
      [name, count, tenants, isHeld, dueAt],
    );
  const takerOf = (limits: LaneLimits = {}) => {
    const leases = createPostgresLeases(schema.db, limits);
    return async (limit: number): Promise<string[]> => {
      const jobs = await leases.acquire({ queues: ["q"], now, limit, leaseMs: 60_000 });
      return jobs.map(({ tenant }) => tenant);
    };
  };

  // Counting all leases made each claim more expensive with every worker, until the database did nothing else.
  it.each([
    ["of a table that was never analysed", false, { perTenant: null }],
    ["of one that was", true, { perTenant: null }],
    ["under a limit", true, { perTenant: 20 }],
  ])("reads no more when many jobs are leased, %s", async (_, isAnalysed, { perTenant }) => {
    const tenants = Array.from({ length: 20 }, (__, at) => `t${at}`);
    await put({ name: "free", count: 400, tenants });
    await put({ name: "held", count: 20_000, tenants, isHeld: true });
    if (isAnalysed) await schema.db.read("ANALYZE jobs");
    const values = [["q"], now, 60_000, 1, perTenant, [], [], "", "", 0];
    const plan = await schema.db.read(`EXPLAIN (ANALYZE, FORMAT JSON) ${claimOf("due")}`, values);
    expect(rowsOfJobs(plan)).toBeLessThan(4_000);
  });

  it("keeps a limit above the default count", async () => {
    await put({ name: "free", count: 50, tenants: ["a", "b"] });
    await put({ name: "held", count: 2 * 1_998, tenants: ["a", "b"], isHeld: true });
    const taken = await takerOf({ perTenant: 2_000 })(50);
    expect(taken.toSorted()).toEqual(["a", "a", "b", "b"]);
  });

  it("alternates between busy lanes, and prefers a lane with few", async () => {
    await put({ name: "long", count: 100, tenants: ["a"] });
    await put({ name: "new", count: 100, tenants: ["b"], dueAt: 9 });
    await put({ name: "few", count: 2, tenants: ["c"], dueAt: 9 });
    await put({ name: "held", count: 6_000, tenants: ["a", "b"], isHeld: true });
    await put({ name: "one", count: 1, tenants: ["c"], isHeld: true });
    const take = takerOf();
    expect([await take(1), await take(1)].flat()).toEqual(["c", "c"]);
    const seen = new Set<string>();
    for (let turn = 0; turn < 60 && seen.size < 2; turn += 1) for (const tenant of await take(1)) seen.add(tenant);
    expect([...seen].toSorted()).toEqual(["a", "b"]);
  });

  it("claims expired leases, past a lane at its limit", async () => {
    await put({ name: "lost", count: 20, tenants: ["a"], isHeld: true });
    await put({ name: "also", count: 1, tenants: ["b"], isHeld: true, dueAt: 9 });
    await schema.db.read("UPDATE jobs SET held_until = now() - interval '1 minute'");
    await schema.db.read("UPDATE jobs SET held_until = now() - interval '2 minutes' WHERE tenant = 'a'");
    await put({ name: "held", count: 1, tenants: ["a"], isHeld: true });
    expect(await takerOf({ perTenant: 1 })(5)).toEqual(["b"]);
  });
});

/** A node of a plan as Postgres tells it. */
type Node = Readonly<Record<string, unknown>> & { Plans?: Node[] };

/** How many rows of the table were looked at, by index or not. */
function rowsOfJobs(answer: readonly Readonly<Record<string, unknown>>[]): number {
  const [row = {}] = answer;
  const [{ Plan: plan }] = row["QUERY PLAN"] as [{ Plan: Node }]; // the driver parses it
  const rowsOf = (node: Node): number => {
    const of = (name: string): number => Number(node[name] ?? 0);
    const read = of("Actual Rows") + of("Rows Removed by Filter") + of("Rows Removed by Index Recheck");
    const own = node["Relation Name"] === "jobs" ? read * of("Actual Loops") : 0;
    return (node.Plans ?? []).reduce((sum, child) => sum + rowsOf(child), own);
  };
  return rowsOf(plan);
}
