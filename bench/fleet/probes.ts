import { Client } from "pg";
import { openPostgres } from "../../src/store/postgres/database.ts";
import { createPostgresLeases } from "../../src/store/postgres/leases.ts";
import { type Figure, figure } from "../figure.ts";
import { timed } from "../measure.ts";
import { readCounts } from "./database-costs.ts";

const table = "What a database pays as workers grow in number";

/** A claim counts the running jobs of each lane up to a limit: its cost must not grow with the jobs of other workers. */
export async function claimFigures(url: string, underWay: readonly number[]): Promise<Figure[]> {
  const claims = 60;
  const db = openPostgres({ url });
  const client = new Client(url);
  await client.connect();
  const leases = createPostgresLeases(db);
  const insert = `INSERT INTO jobs (queue, key, tenant, due_at, set_at, version, lease, held_until)
    SELECT 'runs', $1 || at, 't' || at % 100, 0, 0, 1, CASE WHEN $3 THEN at END, CASE WHEN $3 THEN now() + interval '1 hour' END
    FROM generate_series(1, $2::int) AS at`;
  const figures: Figure[] = [];
  let held = 0;
  // The number of lanes with more due jobs than a claim inspects stays the same from the first claim to the last.
  await db.read(insert, ["free", 2_000, false]);
  for (const count of underWay) {
    await db.read(insert, [`held ${count} `, count - held, true]);
    await db.read("ANALYZE jobs");
    held = count;
    const times: number[] = [];
    const taking = { queues: ["runs"], now: Date.now(), limit: 1, leaseMs: 3_600_000 };
    const before = await readCounts(client);
    for (let turn = 0; turn < claims; turn += 1) times.push(await timed(() => leases.acquire(taking)));
    const { cpuMs } = await readCounts(client);
    const said = { table, name: `a claim with ${count} jobs under way`, unit: "ms", better: "lower" } as const;
    figures.push(
      figure({ ...said, what: "processor time" }, (cpuMs - before.cpuMs) / claims),
      figure({ ...said, what: "time" }, times),
    );
  }
  await db.close();
  await client.end();
  return figures;
}

/** Postgres wakes every listening connection for every notification. */
export async function noticeFigure(url: string, listeners: number): Promise<Figure> {
  const clients = Array.from({ length: listeners }, () => new Client(url));
  for (const client of clients) {
    await client.connect();
    await client.query("LISTEN probe");
  }
  const [first] = clients;
  if (first === undefined) throw new Error("somebody listens");
  const notices = 500;
  const before = await readCounts(first);
  for (let at = 0; at < notices; at += 1) await first.query("SELECT pg_notify('probe', $1)", ["x".repeat(200)]);
  const { cpuMs } = await readCounts(first);
  for (const client of clients) await client.end();
  const each = ((cpuMs - before.cpuMs) * 1000) / (notices * listeners);
  return figure(
    { table, name: "a notice, for each who listens", what: "processor time", unit: "µs", better: "lower" },
    each,
  );
}

/** Queries of idle workers. */
export async function idleFigures(client: Client, workers: number): Promise<Figure[]> {
  const seconds = 4;
  const before = await readCounts(client);
  await client.query("SELECT pg_sleep($1)", [seconds]);
  const after = await readCounts(client);
  const said = { table, name: "a worker with nothing to do, a second", better: "lower" } as const;
  const each = (of: "transactions" | "cpuMs"): number => (after[of] - before[of]) / (seconds * workers);
  return [
    figure({ ...said, what: "transactions", unit: "" }, each("transactions")),
    figure({ ...said, what: "processor time", unit: "ms" }, each("cpuMs")),
  ];
}
