import { compact } from "../plan/compact.ts";
import { z } from "zod";
import type { CheckResult } from "../plan/check-result.ts";
import { type Json, JsonObject } from "../plan/json.ts";
import type { Plan } from "../plan/plan.ts";
import { type AttemptResult, refOf } from "../ports/fact.ts";
import { hasEnded, type Run } from "../ports/run.ts";
import type { Store, Tx } from "../ports/store.ts";
import { deliver } from "../effects/durable-loop.ts";
import { createInFlight } from "../effects/in-flight.ts";
import { type Execution, type StartedCall, record } from "./execution.ts";
import { cancelRun } from "./cancel-run.ts";
import { withOwnScopes } from "./create-run.ts";
import { addChildRun } from "./queue-run.ts";
import { jobOf } from "./run-queue.ts";
import { runErrors } from "./run-errors.ts";
import type { RunState } from "./run-state.ts";
import type { Unit } from "./unit.ts";
import { arm, attemptOf } from "./wait-step.ts";

/** Finds a saved plan and fills in its parameters. */
export type ChildPlans = (wanted: {
  tenant: string;
  name: string;
  version?: number;
  parameters: JsonObject;
}) => Promise<CheckResult<Plan>>;

/** What `prepare` makes of a plan step. */
const PlanCall = z.strictObject({ plan: z.string(), version: z.int().optional(), parameters: JsonObject });

/** How deep plans may call plans. */
export const maxDepth = 8;

/** Runs a saved plan as a run of its own. The step waits for its end without anything in memory. */
export function startPlan(execution: Execution, unit: Unit, given: Json): StartedCall {
  const wanted = PlanCall.parse(given);
  const startedAt = execution.parts.clock.now();
  execution.inFlight.set(unit.key, createInFlight("read"));
  const fail = (error: { code: string; message: string }): void =>
    record(execution, {
      kind: "attempt",
      ...refOf(unit),
      attempt: attemptOf(unit),
      startedAt,
      result: { ok: false, error },
    });
  const start = (found: CheckResult<Plan>): void => {
    execution.inFlight.delete(unit.key);
    if (execution.state.cancel !== undefined) return;
    const issue = found.ok ? undefined : found.issues[0];
    if (!found.ok) return fail({ ...runErrors.plan_missing, message: `${wanted.plan}: ${issue?.message ?? ""}` });
    const depth = depthOf(execution.run) + 1;
    if (depth > maxDepth)
      return fail({ ...runErrors.plan_missing, message: `plans are nested deeper than ${maxDepth}` });
    const { item } = unit;
    const awaited = { ...compact({ item }), attempt: attemptOf(unit), depth };
    const origin = { kind: "step", runId: execution.run.id, step: unit.step, awaited } as const;
    // Its own for each step, and the same for each attempt: what an attempt has written counts for the next.
    const repeat = execution.run.repeat && `${execution.run.repeat}:${unit.key}`;
    const plan = repeat === undefined ? found.value : withOwnScopes(found.value, repeat);
    arm(execution, unit, { for: "plan", runId: addChildRun(execution, plan, { origin, repeat }) });
  };
  const go = (): void => {
    const { plan: name, version, parameters } = wanted;
    const named = { tenant: execution.run.tenant, name, parameters, ...compact({ version }) };
    void findPlan(execution, named).then((found) => deliver(execution, () => start(found)));
  };
  return { go, writes: false };
}

function findPlan({ parts: { childPlans } }: Execution, wanted: Parameters<ChildPlans>[0]): Promise<CheckResult<Plan>> {
  const missing = (message: string): CheckResult<Plan> => ({
    ok: false,
    issues: [{ code: "PLAN_NOT_FOUND", pointer: "", message }],
  });
  if (childPlans === undefined) return Promise.resolve(missing("there are no saved plans here"));
  return childPlans(wanted).catch((error: unknown) => missing(String(error)));
}

function depthOf({ origin }: Run): number {
  return origin.kind === "step" ? (origin.awaited?.depth ?? 0) : 0;
}

/** Cancels the runs of plans that the steps of an ending run wait for. They end this run's steps when they have ended. */
export async function cancelAwaitedRuns({ run, state, parts }: Execution): Promise<void> {
  if (state.cancel === undefined && state.stop === undefined) return;
  const why = { by: state.cancel?.by ?? run.caller, reason: `the run ${run.id} that waits for it ends` };
  for (const { facts, phase } of state.unitsByPhase.waiting) {
    const runId = phase.kind === "waiting" ? facts.armed.get(phase.attempt)?.runId : undefined;
    if (runId !== undefined) await cancelRun(parts, { tenant: run.tenant, runId }, why);
  }
}

/** The run that waits for the end of this one. */
export async function waitingParent(store: Store, { tenant, origin }: Run): Promise<Run | undefined> {
  if (origin.kind !== "step" || origin.awaited === undefined) return undefined;
  const parent = await store.run(tenant, origin.runId);
  return parent === undefined || hasEnded(parent) ? undefined : parent;
}

/** Ends the step that waits for the child, in the transaction that ends the child. */
export function endParentStep(
  tx: Tx,
  { child, parent, output, now }: { child: Run; parent: Run; output: JsonObject; now: number },
): void {
  if (child.origin.kind !== "step" || child.origin.awaited === undefined) return;
  const { step, awaited } = child.origin;
  const { depth: _, ...unit } = awaited;
  const result = resultOf(child, output);
  tx.append(parent.id, { kind: "attempt", step, ...unit, startedAt: child.createdAt, result }, now);
  // Not `wake`: the parent may end at the same time, which must not keep the child from ending.
  tx.enqueue(jobOf(parent, now), now);
}

function resultOf(child: Run, results: JsonObject): AttemptResult {
  // The code of a call that was aborted.
  if (child.status === "cancelled")
    return { ok: false, error: { code: "canceled", message: `run ${child.id} was cancelled: ${child.reason}` } };
  if (child.status === "completed") return { ok: true, output: { run_id: child.id, results } };
  const why = child.status === "failed" ? child.error.message : child.status;
  return { ok: false, error: { ...runErrors.plan_failed, message: `run ${child.id}: ${why}` } };
}

/** The results of the steps by name, as later steps of the waiting plan refer to them. */
export function outputsOf({ steps }: RunState): JsonObject {
  return Object.fromEntries(
    steps.flatMap(({ step, end }) => (end.kind === "done" ? [[step.resultKey ?? step.id, end.output]] : [])),
  );
}
