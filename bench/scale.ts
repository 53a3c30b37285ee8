import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { Plan } from "../src/plan/plan.ts";
import { openPlanwright } from "../src/runtime/open-planwright.ts";
import { postgresAbsent } from "../test/support/postgres-server.ts";
import type { BenchOptions, Measurement } from "./bench.ts";
import { type Figure, figure } from "./figure.ts";
import { type Counts, cpuMsOf, readCounts, since } from "./fleet/database-costs.ts";
import { newDatabase, openSyncedPostgres } from "./fleet/postgres.ts";
import { claimFigures, idleFigures, noticeFigure } from "./fleet/probes.ts";
import {
  dataFolder,
  type ProcessEnvironment,
  type ServerProcess,
  startPlanwright,
  writeConfig,
} from "./fleet/planwright.ts";

const workerCounts = [1, 2, 4];

/** Worker processes on one Postgres that syncs every commit, all on this machine; runs of three steps wait for them. */
export async function measure({ quick }: BenchOptions): Promise<Measurement> {
  if (postgresAbsent !== undefined) return { figures: [], skipped: [`workers on Postgres: ${postgresAbsent}`] };
  const runs = quick ? 300 : 3_000;
  const postgres = await openSyncedPostgres();
  try {
    const figures: Figure[] = [];
    for (const [name, plan] of Object.entries(plans))
      for (const workers of workerCounts)
        figures.push(...(await measureCase(postgres.url, { name, plan, workers, runs })));
    const probes = await newDatabase(postgres.url, "probes");
    const underWay = [640, 6_400, ...(quick ? [] : [64_000])];
    return { figures: [...figures, await noticeFigure(probes, 50), ...(await claimFigures(probes, underWay))] };
  } finally {
    await postgres.stop();
  }
}

const plans = {
  "3 reads": planOf("echo_tool", (at) => ({ text: `line ${at}` })),
  "3 writes": planOf("collapse.write_entry", (at) => ({ summary: `entry ${at}` })),
};

function planOf(tool: string, args: (at: number) => object): Plan {
  const step = (at: number): object => {
    const dependsOn = at === 0 ? [] : [`s${at - 1}`];
    return { id: `s${at}`, kind: "tool", tool, args: args(at), dependsOn };
  };
  return Plan.parse({ steps: [step(0), step(1), step(2)] });
}

type Case = { name: string; plan: Plan; workers: number; runs: number };

type ScaleFindings = {
  done: number;
  perSecond: number;
  database: Counts;
  workerCpuMs: number;
  connections: number;
  notices: number;
};

async function measureCase(server: string, measured: Case): Promise<Figure[]> {
  const { name, plan, workers, runs } = measured;
  const folder = mkdtempSync(join(tmpdir(), "planwright-scale-"));
  const url = await newDatabase(server, `${name}_${workers}`.replaceAll(" ", "_"));
  const place: ProcessEnvironment = { folder, env: { DATABASE_URL: url } };
  writeConfig(folder);
  const client = new Client(url);
  await client.connect();
  const started: ServerProcess[] = [];
  try {
    await fill(place, plan, runs);
    // Nothing is due until every worker is there.
    const movedBytes = await moveJobs(client, 1e12);
    for (let at = 0; at < workers; at += 1) started.push(await startPlanwright(place, "worker"));
    const pids = started.map(({ process: child }) => child.pid);
    const idle = name === "3 reads" && workers === workerCounts.at(-1) ? await idleFigures(client, workers) : [];
    const { database, ...found } = await carryOut(client, pids, runs);
    // Making the runs due wrote a row for each, and as much as putting them off did.
    database.rowsWritten -= runs;
    database.walBytes -= movedBytes;
    return [...figuresOf(measured, { database, ...found }), ...idle];
  } finally {
    for (const one of started) await one.stop();
    await client.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Changes when everything is due; returns the bytes of log that this wrote. */
async function moveJobs(client: Client, ms: number): Promise<number> {
  const before = await readCounts(client);
  await client.query("UPDATE jobs SET due_at = due_at + $1", [ms]);
  return (await readCounts(client)).walBytes - before.walBytes;
}

/** Adds the runs without executing any. */
async function fill(place: ProcessEnvironment, plan: Plan, runs: number): Promise<void> {
  const quiet = { debug() {}, info() {}, warn() {}, error() {} };
  const dataPlace = { folder: place.folder, dataFolder: dataFolder(place), env: place.env ?? {} };
  const opened = await openPlanwright({ ...dataPlace, log: quiet });
  if (!opened.ok) throw new Error(JSON.stringify(opened.issues));
  const lane = async (from: number): Promise<void> => {
    for (let at = from; at < runs; at += 32) {
      const made = await opened.value.runs.create({ tenant: `t${at % 10}`, caller: "bench", plan });
      if (!made.ok) throw new Error(JSON.stringify(made.issues));
    }
  };
  await Promise.all(Array.from({ length: 32 }, (_, from) => lane(from)));
  await opened.value.stop();
}

const mostMs = 45_000;

/** From the time the runs are due until the last one ends or the time limit. */
async function carryOut(client: Client, pids: readonly (number | undefined)[], runs: number): Promise<ScaleFindings> {
  let notices = 0;
  client.on("notification", () => void (notices += 1));
  await client.query(`LISTEN "planwright public"`);
  const cpuMs = (): number => pids.map(cpuMsOf).reduce((sum, ms) => sum + ms, 0);
  const [before, cpuBefore] = [await readCounts(client), cpuMs()];
  await moveJobs(client, -1e12);
  const seen: [ms: number, done: number][] = [];
  let connections = 0;
  const start = performance.now();
  for (let done = 0; done < runs && performance.now() - start < mostMs; await pause(50)) {
    const { rows } = await client.query<{ done: string; connections: string }>(
      `SELECT (SELECT count(*) FROM runs WHERE status = 'completed') AS done, count(*) AS connections
       FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    done = Number(rows[0]?.done);
    connections = Math.max(connections, Number(rows[0]?.connections));
    seen.push([performance.now() - start, done]);
  }
  const workerCpuMs = cpuMs() - cpuBefore;
  // Every connection reports its statistics within a second.
  await pause(1_500);
  const database = since(before, await readCounts(client));
  const done = seen.at(-1)?.[1] ?? 0;
  return { done, perSecond: rateOf(seen, done), database, workerCpuMs, connections, notices };
}

/** Measured between 10 % and 90 % of the runs, when all workers are busy. */
function rateOf(seen: readonly (readonly [number, number])[], done: number): number {
  const first = seen.find(([, count]) => count >= done * 0.1);
  const last = seen.find(([, count]) => count >= done * 0.9);
  if (first === undefined || last === undefined) return Number.NaN;
  return ((last[1] - first[1]) * 1000) / (last[0] - first[0]);
}

function figuresOf({ name, workers }: Case, found: ScaleFindings): Figure[] {
  const { done, perSecond, database, workerCpuMs, connections, notices } = found;
  const said = { table: "Workers on one Postgres", name: `${name}, ${workers} worker${workers === 1 ? "" : "s"}` };
  const each = { ...said, better: "lower" } as const;
  return [
    figure({ ...said, what: "runs a second", unit: "/s", better: "higher" }, perSecond),
    figure({ ...each, what: "rows written a run", unit: "" }, database.rowsWritten / done),
    figure({ ...each, what: "log a run", unit: "bytes" }, database.walBytes / done),
    figure({ ...each, what: "transactions a run", unit: "" }, database.transactions / done),
    figure({ ...each, what: "syncs a run", unit: "" }, database.syncs / done),
    figure({ ...each, what: "notices a run", unit: "" }, notices / done),
    figure({ ...each, what: "connections", unit: "" }, connections),
    figure({ ...each, what: "processor time of Postgres a run", unit: "ms" }, database.cpuMs / done),
    figure({ ...each, what: "processor time of workers a run", unit: "ms" }, workerCpuMs / done),
  ];
}
