import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { postgresAbsent } from "../test/support/postgres-server.ts";
import type { BenchOptions, Measurement, Series } from "./bench.ts";
import type { Figure } from "./figure.ts";
import {
  type ProcessEnvironment,
  makeKeys,
  type ServerProcess,
  startPlanwright,
  writeConfig,
} from "./fleet/planwright.ts";
import { openSyncedPostgres } from "./fleet/postgres.ts";
import { figuresOf } from "./load/figures.ts";
import { type Driver, startDriver, startModel } from "./load/forked.ts";
import { type Kind, kinds } from "./load/kinds.ts";
import { type Target, tryOut } from "./load/try-out.ts";

/** Enough callers that the limit per caller does not apply; rejections are due to capacity. */
const callers = 400;

/**
 * A real server with keys, load from a second process at times that do not depend on the answers: what it can sustain, that held,
 * twice and four times that, and how soon all is well again. `--minutes` to hold for (10), `--kinds plan,run`, `--postgres`.
 */
export async function measure({ quick, args }: BenchOptions): Promise<Measurement> {
  const { values } = parseArgs({
    args: [...args],
    strict: false,
    options: { minutes: { type: "string" }, kinds: { type: "string" }, workers: { type: "string" } },
  });
  const minutes = Number(values["minutes"] ?? (quick ? 0.1 : 10));
  const asked = String(values["kinds"] ?? kinds).split(",");
  const database = args.includes("--postgres") ? await openDatabase() : undefined;
  const workers = Number(values["workers"] ?? 2);
  const figures: Figure[] = [];
  const series: Series[] = [];
  try {
    for (const kind of kinds.filter((one) => asked.includes(one))) {
      const tried = await withServer({ kind, url: database?.url, workers }, (target) =>
        tryOut(target, { minutes, quick }),
      );
      figures.push(...figuresOf(kind, tried));
      series.push({ name: kind, x: "seconds", y: "MB", points: thinned(tried.memory) });
    }
  } finally {
    await database?.stop();
  }
  return { figures, series };
}

/** The most points a plot shows. */
function thinned<T>(points: readonly T[]): T[] {
  const step = Math.ceil(points.length / 120);
  return points.filter((_, at) => at % step === 0);
}

async function openDatabase() {
  if (postgresAbsent !== undefined) throw new Error(postgresAbsent);
  return openSyncedPostgres();
}

type LoadSetting = { kind: Kind; url: string | undefined; workers: number };

/** One process for everything on SQLite; on Postgres one server and the requested number of workers. */
async function withServer<T>({ kind, url, workers }: LoadSetting, work: (target: Target) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "planwright-load-"));
  const model = await startModel();
  const driver: Driver = startDriver();
  const place: ProcessEnvironment = { folder, env: url === undefined ? {} : { DATABASE_URL: url } };
  const servers: ServerProcess[] = [];
  try {
    writeConfig(folder, kind === "react" ? model.url : undefined);
    const keys = await makeKeys(place, callers);
    const roles = url === undefined ? "api,planner,router,daemon,worker" : "api,planner,router";
    const server = await startPlanwright(place, roles);
    servers.push(server);
    const others = url === undefined ? 0 : workers;
    for (let at = 0; at < others; at += 1) servers.push(await startPlanwright(place, "worker"));
    return await work({ kind, url: server.url, pid: server.process.pid, keys, driver });
  } finally {
    for (const one of [...servers, driver, model]) await one.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
