import type { Handler } from "../ports/engine.ts";
import { hasEnded, type Run } from "../ports/run.ts";
import type { Span, TraceHeaders } from "../ports/trace.ts";
import type { Watchers } from "./watch-planning.ts";

/** What the runs tell, and the engine's handler with a span around each stretch of work. */
export type RunWatch = {
  onCreate: (run: Run) => void;
  onChange: (run: Run) => void;
  around: (handler: Handler) => Handler;
};

/** Beyond this many open runs the spans of the oldest no longer join the trace they came from. */
const maxOrigins = 10_000;

/** Each stretch of work on a run joins the trace of the request that started it, for as long as this process lives. */
export function watchRuns({ trace, metrics }: Omit<Watchers, "ticks">): RunWatch {
  const origins = new Map<string, TraceHeaders>();
  const underWay = new Map<string, Span>();
  metrics.read("planwright_runs_under_way", () => underWay.size);
  return {
    onCreate({ id }) {
      const here = trace.here();
      if (here["traceparent"] === undefined) return;
      const [oldest] = origins.size < maxOrigins ? [] : origins.keys();
      if (oldest !== undefined) origins.delete(oldest);
      origins.set(id, here);
    },
    onChange(run) {
      const span = underWay.get(run.id);
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
          underWay.set(id, span);
          try {
            await handler(lease);
          } finally {
            underWay.delete(id);
          }
        },
      );
    },
  };
}
