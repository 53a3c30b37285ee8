import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { Hono } from "hono";
import { createLog } from "../src/runtime/telemetry/log.ts";
import { type OpenPlanwright, openPlanwright } from "../src/runtime/open-planwright.ts";
import { createKeyring } from "../src/server/auth/keyring.ts";
import { createBearerAuth } from "../src/server/auth/verify.ts";
import type { RateLimit } from "../src/server/http/limits.ts";
import { type RunningServer, listen } from "../src/server/listen.ts";
import { startServer } from "../src/server/start-server.ts";
import { type LoadResult, putLoad } from "./load/autocannon.ts";
import type { BenchOptions, Measurement } from "./bench.ts";
import { type Figure, figure } from "./figure.ts";
import { quantile, ratiosOf } from "./measure.ts";

const connections = 16;
const unlimited: RateLimit = { requests: 1e9, windowMs: 1000 };

const request = (message: string): string =>
  JSON.stringify({ session_id: 1, message, context: { company_id: 92, user_id: 731, locale: "en-US" } });
const seen = request("We need to generate a purchase order from quote Q-0192");
const fresh = request("We need to generate a purchase order from quote Q-0000");

/**
 * `POST /plan` with a key, as `planwright start` serves it, against a bare Hono route that parses and echoes the same
 * body: one process and one listener for both, the load from a second one, one after the other in every round.
 */
export async function measure({ quick }: BenchOptions): Promise<Measurement> {
  const folder = mkdtempSync(join(tmpdir(), "planwright-bench-"));
  const log = createLog({ write: (line) => process.stderr.write(line), level: "warn" });
  const opened = await openPlanwright({ folder, dataFolder: join(folder, "data"), env: {}, log });
  if (!opened.ok) throw new Error(JSON.stringify(opened.issues));
  const planwright = opened.value;
  const { clock } = planwright;
  const keyring = createKeyring({ keys: planwright.keys, clock, log });
  const { text: key } = await keyring.issue({ tenant: "bench", name: "bench", scopes: ["plan"] });
  const authenticate = createBearerAuth([keyring.verify]);
  const serve = (rate: RateLimit): Promise<RunningServer> =>
    startServer(planwright, {
      host: "127.0.0.1",
      port: 0,
      authenticate,
      roles: new Set(["planner"]),
      limits: { rate },
    });
  const bare = await listen((incoming) => echo.fetch(incoming), { host: "127.0.0.1", port: 0 });
  const free = await serve(unlimited);
  try {
    const length = quick ? { warmUp: 1, rounds: 3, seconds: 1 } : { warmUp: 4, rounds: 5, seconds: 2 };
    const compared = await compare({ bare: bare.url, ours: `${free.url}/plan`, key }, length);
    const limited = await oneCaller(serve, { limit: compared.sustainable, key, seconds: quick ? 2 : 5 });
    return { figures: [...compared.figures, ...limited] };
  } finally {
    await stopAll([bare, free], planwright);
    rmSync(folder, { recursive: true });
  }
}

const echo = new Hono();
echo.post("/", async (context) => context.json(await context.req.json()));

/** `cpuUs`: processor time of the server per request, in microseconds. */
type ServerMeasurement = LoadResult & { cpuUs: number };

type Contenders = { bare: string; ours: string; key: string };
type Length = { warmUp: number; rounds: number; seconds: number };

async function compare(
  { bare, ours, key }: Contenders,
  { warmUp, rounds, seconds }: Length,
): Promise<{ figures: Figure[]; sustainable: number }> {
  const cases = [
    { url: bare, body: seen, unique: false },
    { url: ours, body: seen, unique: false },
    { url: bare, body: fresh, unique: true },
    { url: ours, body: fresh, unique: true },
  ];
  const measured = cases.map((): ServerMeasurement[] => []);
  for (let turn = 0; turn < warmUp + rounds; turn += 1) {
    for (const [at, one] of cases.entries()) {
      const before = process.cpuUsage();
      const loaded = await putLoad({ ...one, key, seconds, connections });
      const { user, system } = process.cpuUsage(before);
      const cpuUs = (user + system) / (loaded.statuses["200"] ?? Number.NaN);
      if (turn >= warmUp) measured[at]?.push({ ...loaded, cpuUs });
    }
  }
  const [bareSeen = [], oursSeen = [], bareNew = [], oursNew = []] = measured;
  return {
    figures: [
      ...figuresOf({ name: "seen before (memo)", aim: 0.4 }, oursSeen, bareSeen),
      ...figuresOf({ name: "new (grammar)", aim: 0.15 }, oursNew, bareNew),
    ],
    sustainable: quantile(
      oursSeen.map(({ good }) => good / 2),
      0.5,
    ),
  };
}

type NamedAim = { name: string; aim: number };

function figuresOf(
  { name, aim }: NamedAim,
  own: readonly ServerMeasurement[],
  base: readonly ServerMeasurement[],
): Figure[] {
  const all = (of: readonly ServerMeasurement[], read: (one: ServerMeasurement) => number): number[] => of.map(read);
  const rates = ratiosOf(
    all(own, ({ good }) => good),
    all(base, ({ good }) => good),
  );
  const costs = ratiosOf(
    all(base, ({ cpuUs }) => cpuUs),
    all(own, ({ cpuUs }) => cpuUs),
  );
  const said = { table: `POST /plan over ${connections} connections`, name };
  const high = { ...said, better: "higher" } as const;
  const low = { ...said, better: "lower" } as const;
  return [
    figure({ ...high, what: "rate, to a bare route", unit: "×", aim }, rates),
    figure({ ...high, what: "by processor time", unit: "×" }, costs),
    figure(
      { ...high, what: "a second", unit: "/s" },
      all(own, ({ good }) => good),
    ),
    figure(
      { ...low, what: "processor time", unit: "µs" },
      all(own, ({ cpuUs }) => cpuUs),
    ),
    figure(
      { ...low, what: "the bare route's", unit: "µs" },
      all(base, ({ cpuUs }) => cpuUs),
    ),
    figure(
      { ...low, what: "p50", unit: "ms" },
      all(own, ({ p50 }) => p50),
    ),
    figure(
      { ...low, what: "p99", unit: "ms" },
      all(own, ({ p99 }) => p99),
    ),
    figure(
      { ...low, what: "broken connections", unit: "" },
      own.reduce((sum, { broken }) => sum + broken, 0),
    ),
  ];
}

type Caller = { limit: number; key: string; seconds: number };

/** One caller sends four times its limit: the excess must be rejected, and service must recover as soon as it stops. */
async function oneCaller(
  serve: (rate: RateLimit) => Promise<RunningServer>,
  { limit, key, seconds }: Caller,
): Promise<Figure[]> {
  const server = await serve({ requests: Math.max(1, Math.round(limit)), windowMs: 1000 });
  const url = `${server.url}/plan`;
  const load = await putLoad({ url, key, body: seen, unique: false, seconds, connections: 64, rate: limit * 4 });
  const recoveredMs = await untilServed(url, key);
  await server.stop();
  const said = { table: "One caller at four times its limit", name: "POST /plan" };
  const answered = Object.entries(load.statuses).map(([status, count]) =>
    figure({ ...said, what: `answers with ${status}`, unit: "", better: "higher" }, count),
  );
  return [
    figure({ ...said, what: "limit", unit: "/s", better: "higher" }, limit),
    ...answered,
    figure({ ...said, what: "broken connections", unit: "", better: "lower", aim: 0 }, load.broken),
    figure({ ...said, what: "p99", unit: "ms", better: "lower" }, load.p99),
    figure({ ...said, what: "served again after", unit: "ms", better: "lower" }, recoveredMs),
  ];
}

async function untilServed(url: string, key: string): Promise<number> {
  const startedAt = performance.now();
  const headers = { "content-type": "application/json", authorization: `Bearer ${key}` };
  for (;;) {
    const { status } = await fetch(url, { method: "POST", headers, body: seen });
    if (status === 200) return performance.now() - startedAt;
  }
}

async function stopAll(servers: readonly RunningServer[], planwright: OpenPlanwright): Promise<void> {
  for (const server of servers) await server.stop();
  await planwright.stop();
}
