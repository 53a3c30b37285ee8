import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { Hono } from "hono";
import { createLog } from "../src/runtime/log.ts";
import { type OpenPlanwright, openPlanwright } from "../src/runtime/open-planwright.ts";
import { createKeyring } from "../src/server/auth/keyring.ts";
import { createBearerAuth } from "../src/server/auth/verify.ts";
import type { RateLimit } from "../src/server/http/limits.ts";
import { type Listening, listen } from "../src/server/listen.ts";
import { startServer } from "../src/server/start-server.ts";
import { type Loaded, putLoad } from "./load/autocannon.ts";
import { print, quantile, round, type Section } from "./measure.ts";

const warmUp = 4;
const rounds = 5;
const seconds = 2;
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
export async function run(args: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "planwright-bench-"));
  const log = createLog({ write: (line) => process.stderr.write(line), level: "warn" });
  const opened = await openPlanwright({ folder, dataFolder: join(folder, "data"), env: {}, log });
  if (!opened.ok) throw new Error(JSON.stringify(opened.issues));
  const planwright = opened.value;
  const { clock } = planwright;
  const keyring = createKeyring({ keys: planwright.keys, clock, log });
  const { text: key } = await keyring.issue({ tenant: "bench", name: "bench", scopes: ["plan"] });
  const authenticate = createBearerAuth([keyring.verify]);
  const serve = (rate: RateLimit): Promise<Listening> =>
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
    const compared = await compare({ bare: bare.url, ours: `${free.url}/plan`, key });
    const overloaded = await overload(serve, { sustainable: compared.sustainable, key });
    print([...compared.sections, overloaded], args);
  } finally {
    await stopAll([bare, free], planwright);
    rmSync(folder, { recursive: true });
  }
}

const echo = new Hono();
echo.post("/", async (context) => context.json(await context.req.json()));

/** `cpuUs`: what one request cost the process that serves, in microseconds. */
type Measured = Loaded & { cpuUs: number };

type Compared = { sections: Section[]; sustainable: number };

async function compare({ bare, ours, key }: { bare: string; ours: string; key: string }): Promise<Compared> {
  const cases = [
    { name: "bare Hono, the body of a request seen before", url: bare, body: seen, unique: false },
    { name: "POST /plan, seen before", url: ours, body: seen, unique: false },
    { name: "bare Hono, the body of a new request", url: bare, body: fresh, unique: true },
    { name: "POST /plan, new", url: ours, body: fresh, unique: true },
  ];
  const load = async (at: number): Promise<Measured> => {
    const { url = "", body = "", unique = false } = cases[at] ?? {};
    const before = process.cpuUsage();
    const loaded = await putLoad({ url, key, body, unique, seconds, connections });
    const { user, system } = process.cpuUsage(before);
    return { ...loaded, cpuUs: (user + system) / (loaded.statuses["200"] ?? Number.NaN) };
  };
  const measured: Measured[][] = cases.map(() => []);
  for (let turn = 0; turn < warmUp + rounds; turn += 1) {
    for (const at of cases.keys()) {
      const loaded = await load(at);
      if (turn >= warmUp) measured[at]?.push(loaded);
    }
  }
  const told = (name: string, at: number, limit: number): string => {
    const pairs = (measured[at] ?? []).flatMap((own, turn) => {
      const base = measured[at - 1]?.[turn];
      return base === undefined ? [] : [{ own, base }];
    });
    const rate = quantile(
      pairs.map(({ own, base }) => own.good / base.good),
      0.5,
    );
    const cpu = quantile(
      pairs.map(({ own, base }) => base.cpuUs / own.cpuUs),
      0.5,
    );
    return `${name}: ${round(rate)} times the bare route's rate (at least ${limit}), ${round(cpu)} by CPU time of the server.`;
  };
  const rows = cases.map(({ name }, at) => rowOf(name, measured[at] ?? []));
  const verdict = `${told("Seen before", 1, 0.4)}\n${told("New", 3, 0.15)}`;
  const sustainable = quantile(measured[1]?.map(({ good }) => good) ?? [], 0.5) / 2;
  return { sections: [{ title: `Throughput, ${connections} connections`, rows, verdict }], sustainable };
}

function rowOf(name: string, loads: readonly Measured[]): Section["rows"][number] {
  const middle = (read: (load: Measured) => number): number => round(quantile(loads.map(read), 0.5));
  const broken = loads.reduce((sum, load) => sum + load.broken, 0);
  return {
    name,
    "a second": middle(({ good }) => good),
    "p50 ms": middle(({ p50 }) => p50),
    "p99 ms": middle(({ p99 }) => p99),
    "CPU µs": middle(({ cpuUs }) => cpuUs),
    broken,
  };
}

/** Four times what is let through: everything else must be turned away, and all be well the moment it ends. */
async function overload(
  serve: (rate: RateLimit) => Promise<Listening>,
  { sustainable, key }: { sustainable: number; key: string },
): Promise<Section> {
  const server = await serve({ requests: Math.max(1, Math.round(sustainable)), windowMs: 1000 });
  const url = `${server.url}/plan`;
  const load = await putLoad({
    url,
    key,
    body: seen,
    unique: false,
    seconds: 5,
    connections: 64,
    rate: sustainable * 4,
  });
  const recoveredMs = await untilServed(url, key);
  await server.stop();
  const others = Object.keys(load.statuses).filter((status) => !["200", "429", "503"].includes(status));
  const told = others.length === 0 && load.broken === 0 ? "only 200, 429 and 503" : `also ${others.join(", ")}`;
  return {
    title: "Four times the sustainable rate",
    rows: [{ sustainable: round(sustainable), ...load.statuses, broken: load.broken, "p99 ms": load.p99 }],
    verdict: `Answers: ${told}. Served again ${round(recoveredMs)} ms after the load ended.`,
  };
}

async function untilServed(url: string, key: string): Promise<number> {
  const startedAt = performance.now();
  const headers = { "content-type": "application/json", authorization: `Bearer ${key}` };
  for (;;) {
    const { status } = await fetch(url, { method: "POST", headers, body: seen });
    if (status === 200) return performance.now() - startedAt;
  }
}

async function stopAll(servers: readonly Listening[], planwright: OpenPlanwright): Promise<void> {
  for (const server of servers) await server.stop();
  await planwright.stop();
}
