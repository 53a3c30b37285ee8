import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { context, propagation, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from "@opentelemetry/sdk-trace-base";
import { routes } from "../src/contracts/api/routes.ts";
import { serviceExamples } from "../src/contracts/service/examples.ts";
import { noTrace, type Trace } from "../src/ports/trace.ts";
import { type OpenPlanwright, openPlanwright } from "../src/runtime/open-planwright.ts";
import { createOtelTrace } from "../src/runtime/telemetry/otel-trace.ts";
import { createPlanning } from "../src/runtime/planning/planning.ts";
import { instrumentPlanning } from "../src/runtime/telemetry/instrument-planning.ts";
import { createHandlers } from "../src/server/handlers/index.ts";
import { createGuards, createServe, defaultLimits, type Serve } from "../src/server/http/serve.ts";
import { tracedServe } from "../src/server/http/traced-serve.ts";
import type { BenchOptions, Measurement } from "./bench.ts";
import { figure } from "./figure.ts";
import { type Comparison, ratiosOf } from "./measure.ts";

const callsPerRound = 20;

/** `POST /plan` for a known request, from `Request` to `Response`: without telemetry, without a listener, with an SDK. */
export async function measure({ quick }: BenchOptions): Promise<Measurement> {
  const folder = mkdtempSync(join(tmpdir(), "planwright-bench-"));
  const opened = await openPlanwright({ folder, dataFolder: join(folder, "data"), env: {}, log: quiet });
  if (!opened.ok) throw new Error(JSON.stringify(opened.issues));
  const { value: planwright } = opened;
  loadSdk();
  const variants = [
    { name: "without telemetry", serve: serveWith(planwright) },
    { name: "figures, no SDK", serve: serveWith(planwright, noTrace) },
    {
      name: "figures and spans, SDK that keeps all",
      serve: serveWith(planwright, createOtelTrace({ content: false })),
    },
    { name: "the same with content", serve: serveWith(planwright, createOtelTrace({ content: true })) },
  ];
  const measured = await compareServes(variants, quick ? 61 : 301);
  await planwright.stop();
  rmSync(folder, { recursive: true });
  const table = "POST /plan, seen before, in process";
  return {
    figures: measured.flatMap(({ name, us, ratios }) => [
      figure({ table, name, what: "processor time", unit: "µs", better: "lower" }, us),
      figure({ table, name, what: "to no telemetry", unit: "×", better: "lower" }, ratios),
    ]),
  };
}

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** Spans are batched as in production, then discarded. */
function loadSdk(): void {
  const nowhere: SpanExporter = { export: (_, done) => done({ code: 0 }), shutdown: () => Promise.resolve() };
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new BatchSpanProcessor(nowhere)] }));
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
}

function serveWith(planwright: OpenPlanwright, watched?: Trace): Serve {
  const raw = createPlanning({ clock: planwright.clock });
  const { metrics } = planwright;
  const ticks = (): number => performance.now();
  const planning =
    watched === undefined ? raw : instrumentPlanning(raw, { trace: watched, metrics, monotonicMs: ticks });
  const handlers = createHandlers({ planwright: { ...planwright, planning }, isDraining: () => false });
  const principal = { tenant: "acme", name: "bench", scopes: new Set(["admin"] as const) };
  const rate = { requests: 1e9, windowMs: 60_000 };
  const authenticate = () => Promise.resolve(principal);
  const parts = { ...planwright, handlers, authenticate, limits: { ...defaultLimits, rate } };
  const serve = createServe(parts, createGuards(parts));
  return watched === undefined ? serve : tracedServe(serve, watched);
}

async function compareServes(
  variants: readonly { name: string; serve: Serve }[],
  rounds: number,
): Promise<Comparison[]> {
  const times = variants.map((): number[] => []);
  for (let round = -20; round < rounds; round += 1) {
    for (const [at, { serve }] of variants.entries()) {
      const us = await timeOf(serve);
      if (round >= 0) times[at]?.push(us);
    }
  }
  return variants.map(({ name }, at) => ({ name, us: times[at] ?? [], ratios: ratiosOf(times[at], times[0]) }));
}

// The time is part of what a plan depends on: without one in the request, no two requests are the same.
const body = JSON.stringify({ ...serviceExamples.request, timestamp: "2026-01-05T10:00:00Z" });
const headers = {
  "content-type": "application/json",
  "content-length": String(Buffer.byteLength(body)),
  traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
};

/** Processor time, which is less sensitive to other load than elapsed time. */
async function timeOf(serve: Serve): Promise<number> {
  const start = process.cpuUsage();
  for (let call = 0; call < callsPerRound; call += 1) {
    const request = new Request("http://localhost/plan", { method: "POST", headers, body });
    const response = await serve("plan", routes.plan, { request, params: {}, requestId: "bench" });
    if (response.status !== 200) throw new Error(await response.text());
    await response.text();
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / callsPerRound;
}
