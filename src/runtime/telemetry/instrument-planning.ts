import { compact } from "../../plan/compact.ts";
import type { Metrics } from "../../ports/metrics.ts";
import { isPlannerError, type Planner, type PlannerAnswer, type PlannerRequest } from "../../ports/planner.ts";
import type { Attributes, Span, SpanStart, Trace } from "../../ports/trace.ts";
import type { Planning } from "../planning/planning.ts";

export type Telemetry = {
  trace: Trace;
  metrics: Metrics;
  /** Monotonic milliseconds with sub-millisecond resolution. */
  monotonicMs: () => number;
};

/** Wraps planning with a `plan` span and metrics. */
export function instrumentPlanning(planning: Planning, { trace, metrics, monotonicMs }: Telemetry): Planning {
  const planners = new Map(planning.list().map(({ planner }) => [planner.id, planner]));
  metrics.read("planwright_memo_hits_total", () => planning.memo.stats().hits);
  metrics.read("planwright_memo_misses_total", () => planning.memo.stats().misses);
  return {
    ...planning,
    plan: (id, request, signal) =>
      trace.span(
        () => startOf(planners.get(id), request),
        async (span) => {
          const startedAt = monotonicMs();
          const answer = await planning.plan(id, request, signal);
          // An unknown id comes from the caller and must not become a label.
          const planner = planners.has(id) ? id : "unknown";
          metrics.count("planwright_plans_total", { planner, outcome: outcomeOf(answer) });
          metrics.observe("planwright_plan_seconds", (monotonicMs() - startedAt) / 1000, { planner });
          describe(span, request, answer);
          return answer;
        },
      ),
  };
}

function startOf(planner: Planner | undefined, { toolbox, surface }: PlannerRequest): SpanStart {
  return {
    name: planner === undefined ? "plan" : `plan ${planner.id}`,
    attributes: {
      "gen_ai.operation.name": "plan",
      "planwright.surface": surface,
      "planwright.tools.count": toolbox.length,
      ...(planner !== undefined && {
        "planwright.planner.id": planner.id,
        "planwright.planner.version": planner.version,
        "planwright.planner.determinism": planner.mode,
      }),
      ...compact({ "gen_ai.request.model": planner?.model }),
    },
  };
}

function describe(span: Span, { goal }: PlannerRequest, answer: PlannerAnswer): void {
  span.content("gen_ai.input.messages", [{ role: "user", parts: [{ type: "text", content: goal }] }]);
  span.set({ "planwright.plan.outcome": outcomeOf(answer) });
  if (isPlannerError(answer)) return span.fail(answer.code);
  span.set({
    "planwright.plan.confidence": answer.confidence,
    "planwright.plan.deterministic": answer.deterministic,
    "planwright.plan.steps": answer.plan.steps.length,
    ...usageOf(answer.usage),
  });
  span.content("planwright.plan", answer.plan.steps);
}

function usageOf(usage: { inputTokens: number; outputTokens: number } | undefined): Attributes {
  if (usage === undefined) return {};
  return { "gen_ai.usage.input_tokens": usage.inputTokens, "gen_ai.usage.output_tokens": usage.outputTokens };
}

function outcomeOf(answer: PlannerAnswer): string {
  if (isPlannerError(answer)) return answer.code;
  return answer.clarification === undefined ? "planned" : "asks";
}
