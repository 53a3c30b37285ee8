import { compact } from "../../plan/compact.ts";
import type { VerbAnswer, VerbCall } from "../../contracts/react/verb.ts";
import { contentHash } from "../../plan/hash.ts";
import { verbErrors } from "../../ports/verb-errors.ts";
import type { VerbOptions, Verbs, VerbSpec } from "../../ports/verbs.ts";
import type { SpanStart } from "../../ports/trace.ts";
import type { Telemetry } from "./instrument-planning.ts";

/** Wraps the verb router with an `execute_tool` span and metrics. */
export function instrumentVerbs(verbs: Verbs, { trace, metrics, monotonicMs }: Telemetry): Verbs {
  return {
    ...verbs,
    execute: (call, options) => {
      const spec = verbs.describe(call.verb_id, options.tenant);
      return trace.span(
        () => startOf(spec, call, options),
        async (span) => {
          const startedAt = monotonicMs();
          const answer = await verbs.execute(call, options);
          // An unknown name comes from the caller and must not become a label.
          const verb = spec?.name ?? "unknown";
          const outcome = outcomeOf(answer);
          metrics.count("planwright_verb_calls_total", { verb, outcome });
          metrics.observe("planwright_verb_seconds", (monotonicMs() - startedAt) / 1000, { verb });
          span.set({ "planwright.outcome": outcome });
          if (answer.error !== null) span.fail(outcome);
          span.content("gen_ai.tool.call.arguments", call.payload);
          if (answer.ok) span.content("gen_ai.tool.call.result", answer.output);
          return answer;
        },
      );
    },
  };
}

function startOf(spec: VerbSpec | undefined, call: VerbCall, { attempt, effectKey }: VerbOptions): SpanStart {
  return {
    name: spec === undefined ? "execute_tool" : `execute_tool ${spec.name}`,
    attributes: {
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.type": "function",
      "gen_ai.tool.call.id": call.request_id.slice(0, 200),
      "planwright.args.hash": hashOf(call.payload),
      ...(spec !== undefined && {
        "gen_ai.tool.name": spec.name,
        "planwright.effect": spec.effect,
        "planwright.tool.source": spec.source,
      }),
      ...compact({ "planwright.attempt": attempt, "planwright.effect.key": effectKey }),
    },
  };
}

/** The payload is not validated yet; a value that is not JSON has no hash. */
function hashOf(payload: unknown): string {
  try {
    return contentHash(payload);
  } catch {
    return "";
  }
}

/** Codes that a tool defines are unbounded, so they share one label. */
function outcomeOf({ error }: VerbAnswer): string {
  if (error === null) return "ok";
  return Object.hasOwn(verbErrors, error.code) ? error.code : "tool_error";
}
