import type { Handler } from "../../ports/engine.ts";
import { hasEnded, type Run } from "../../ports/run.ts";
import type { Span, TraceHeaders } from "../../ports/trace.ts";
import type { Telemetry } from "./instrument-planning.ts";

/** Hooks of the runs, and a wrapper that gives each execution a span. */
export type RunTelemetry = {
  onCreate: (run: Run) => void;
  onChange: (run: Run) => void;
  around: (handler: Handler) => Handler;
};

/** Bounds memory: beyond this many open runs the oldest ones lose the link to their trace. */
const maxOrigins = 10_000;

/** Each execution of a run joins the trace of the request that started it, within this process. */
export function instrumentRuns({ trace, metrics }: Omit<Telemetry, "monotonicMs">): RunTelemetry {
  const origins = new Map<string, TraceHeaders>();
  const activeSpans = new Map<string, Span>();
  metrics.read("planwright_runs_active", () => activeSpans.size);
  return {
    onCreate({ id }) {
      const here = trace.currentHeaders();
      if (here["traceparent"] === undefined) return;
      const [oldest] = origins.size < maxOrigins ? [] : origins.keys();
      if (oldest !== undefined) origins.delete(oldest);
      origins.set(id, here);
    },
    onChange(run) {
      const span = activeSpans.get(run.id);
      span?.set({ "planwright.run.status": run.status });
      if (run.status === "failed") span?.fail(run.error.code);
      if (!hasEnded(run)) return;
      metrics.count("planwright_runs_ended_total", { status: run.status });
      origins.delete(run.id);
    },
    around: (handler) => (lease) => {
      const { key: id, tenant } = lease.job;
      const attributes = {
        "gen_ai.operation.name": "invoke_workflow",
        "planwright.run.id": id,
        "planwright.tenant": tenant,
      };
      return trace.span(
        () => ({ name: "invoke_workflow", kind: "consumer", attributes, parent: origins.get(id) ?? {} }),
        async (span) => {
          activeSpans.set(id, span);
          try {
            await handler(lease);
          } finally {
            activeSpans.delete(id);
          }
        },
      );
    },
  };
}
