import { compact } from "../plan/compact.ts";
import type { JsonObject } from "../plan/json.ts";
import type { Plan } from "../plan/plan.ts";
import type { ToolStep } from "../plan/step.ts";
import { planHashOf } from "../plan/structure-hash.ts";
import type { AttemptResult } from "../ports/fact.ts";
import type { Origin, Run } from "../ports/run.ts";
import { effectKeyOf } from "./effect-key.ts";
import { addChange, type Execution } from "./execution.ts";
import { pinsOf } from "./pins.ts";
import { jobOf } from "./run-queue.ts";
import type { Unit } from "./unit.ts";

/**
 * A queued action is a run of its own, linked to its step. It is enqueued in the transaction that ends the step, so
 * exactly once.
 */
export function queueRun(execution: Execution, unit: Unit, call: QueuedCall): AttemptResult {
  const origin = { kind: "step", runId: execution.run.id, step: unit.planStep.id } as const;
  return {
    ok: true,
    output: { queued: true, run_id: addChildRun(execution, planFor(execution, unit, call), { origin }) },
  };
}

type ChildRun = { origin: Origin; repeat?: string | undefined };

/** Adds a run of its own to the next transaction of this one; returns its id. */
export function addChildRun(execution: Execution, plan: Plan, { origin, repeat }: ChildRun): string {
  const { run, parts } = execution;
  const now = parts.clock.now();
  const child: Run = {
    id: parts.ids.next(),
    tenant: run.tenant,
    planHash: planHashOf(plan),
    caller: run.caller,
    pins: pinsOf(plan, parts, run),
    origin,
    createdAt: now,
    ...compact({ agentRunId: run.agentRunId, priority: run.priority, repeat }),
    status: "queued",
  };
  parts.onCreate?.(child);
  addChange(execution, (tx) => {
    tx.createRun(child, plan);
    tx.enqueue(jobOf(child, now), now);
  });
  return child.id;
}

type QueuedCall = { verb: string; args: JsonObject };

function planFor({ state }: Execution, unit: Unit, { verb: tool, args }: QueuedCall): Plan {
  const { id, onError, retries, escalate, effect } = unit.planStep;
  const { key: scope, shared } = effectKeyOf(state, unit);
  const scoped = effect === undefined ? {} : { effect: shared ? { ...effect, scope } : effect };
  const policy = { dependsOn: [], onError, retries, escalate, ...scoped };
  return planOfCall({ kind: "tool", id, tool, args, ...policy });
}

/** The plan of one call. Its arguments and its scope contain no references. */
export function planOfCall(step: ToolStep, request: Plan["request"] = {}): Plan {
  return {
    spelling: "none",
    request,
    steps: [step],
    assumptions: [],
    risks: [],
    entities: [],
    questions: [],
    metadata: {},
  };
}
