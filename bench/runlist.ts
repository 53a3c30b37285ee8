import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import type { RunFilter, RunIndex } from "../src/ports/run-index.ts";
import type { Run } from "../src/ports/run.ts";
import type { Store } from "../src/ports/store.ts";
import { Plan } from "../src/plan/plan.ts";
import { openPostgres } from "../src/store/postgres/database.ts";
import { createRunIndex } from "../src/store/run-index.ts";
import { createPostgresStore } from "../src/store/postgres/store.ts";
import { openDatabase } from "../src/store/sqlite/database.ts";
import { createSqliteStore } from "../src/store/sqlite/store.ts";
import { startPostgres } from "../test/support/postgres-server.ts";
import type { BenchOptions, Measurement } from "./bench.ts";
import { type Figure, figure } from "./figure.ts";

type OpenStore = { name: string; store: Store; index: RunIndex; close(): Promise<void> };

const tenant = "bench";
const pageSize = 100;

/** The first page of the list of runs, with its counts and its rows, as runs become many. */
export async function measure({ quick }: BenchOptions): Promise<Measurement> {
  const sizes = quick ? [1_000, 5_000] : [1_000, 10_000, 100_000];
  const figures: Figure[] = [];
  const skipped: string[] = [];
  for (const open of [openSqlite, openServer]) {
    const opened = await open().catch((error: unknown) => void skipped.push(String(error)));
    if (opened === undefined) continue;
    try {
      figures.push(...(await measureOne(opened, sizes)));
    } finally {
      await opened.close();
    }
  }
  return { figures, skipped };
}

async function measureOne({ name, store, index }: OpenStore, sizes: readonly number[]): Promise<Figure[]> {
  const figures: Figure[] = [];
  let stored = 0;
  for (const size of sizes) {
    for (; stored < size; stored += batch) await add(store, stored);
    for (const [what, filter] of Object.entries(filters)) {
      const samples: number[] = [];
      for (let round = 0; round < 9; round += 1) samples.push(await timeOf({ store, index }, filter));
      const said = { table: `First page of ${pageSize} runs, with counts`, name: `${name}, ${size} runs`, what };
      figures.push(figure({ ...said, unit: "ms", better: "lower", aim: 300 }, samples));
    }
  }
  return figures;
}

const filters: Readonly<Record<string, Omit<RunFilter, "tenant">>> = {
  "no filter": {},
  "one status": { status: "failed" },
  "a word in 1 of 1,000": { text: "needle" },
  "a word in none": { text: "nowhere" },
  "one tool": { tool: "create_purchase_order" },
};

async function timeOf({ store, index }: Pick<OpenStore, "store" | "index">, filter: Omit<RunFilter, "tenant">) {
  const startedAt = performance.now();
  const [entries] = await Promise.all([
    index.list({ tenant, ...filter, sort: "newest", limit: pageSize + 1 }),
    index.counts({ tenant, ...filter }),
  ]);
  await Promise.all(entries.slice(0, pageSize).map(({ id }) => store.run(tenant, id)));
  return performance.now() - startedAt;
}

const batch = 500;

async function add(store: Store, from: number): Promise<void> {
  await store.write((tx) => {
    for (let at = from; at < from + batch; at += 1) {
      const plan = planOf(at);
      const run = runOf(at);
      tx.createRun({ ...run, status: "queued" }, plan);
      tx.setRun(run);
    }
  });
}

function planOf(at: number): Plan {
  const text = `Generate a purchase order from quote Q-${at}${at % 1_000 === 7 ? " needle" : ""}`;
  const step = { id: "s1", kind: "tool", tool: at % 3 === 0 ? "create_purchase_order" : "quote_lookup", args: {} };
  return Plan.parse({ spelling: "braces", request: { text }, steps: [step], metadata: {} });
}

function runOf(at: number): Run {
  const createdAt = Date.UTC(2026, 0, 1) + at * 1000;
  const head = {
    id: `run-${String(at).padStart(8, "0")}`,
    tenant,
    planHash: `plan-${at}`,
    caller: `user:${at % 50}`,
    pins: { format: 1, verbs: {} },
    origin: { kind: "request" } as const,
    createdAt,
  };
  const ended = { startedAt: createdAt, endedAt: createdAt + 900, costMicroCents: 0 };
  if (at % 20 === 0)
    return { ...head, ...ended, status: "failed", taskStatus: "FAILED", error: { code: "X", message: "It failed." } };
  return { ...head, ...ended, status: "completed", taskStatus: "COMPLETED" };
}

async function openSqlite(): Promise<OpenStore> {
  const folder = mkdtempSync(join(tmpdir(), "planwright-bench-"));
  const db = openDatabase({ path: join(folder, "planwright.db") });
  const close = async (): Promise<void> => {
    await db.close();
    rmSync(folder, { recursive: true });
  };
  return { name: "SQLite", store: createSqliteStore(db), index: createRunIndex(db, "LIKE"), close };
}

async function openServer(): Promise<OpenStore> {
  const server = await startPostgres();
  const db = openPostgres({ url: server.url, connections: 4 });
  await db.migrate();
  const close = async (): Promise<void> => {
    await db.close();
    await server.stop();
  };
  return { name: "Postgres", store: createPostgresStore(db), index: createRunIndex(db, "ILIKE"), close };
}
