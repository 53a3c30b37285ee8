import { compact } from "../../plan/compact.ts";
import type { PlanReactResponse } from "../../contracts/react/plan-react.ts";
import { stopTable } from "../../contracts/react/stop-table.ts";
import type { Handler, LeasedJob } from "../../ports/engine.ts";
import { isConflict } from "../../ports/store-error.ts";
import type { AgentRun } from "./agent-run.ts";
import { type FinishedRun, finishRun, settleApproval } from "./finish-run.ts";
import type { AgentDeps } from "../agent-deps.ts";
import { readRun, readState, type VersionedRecord } from "../records.ts";

/** Grace period after the loop's deadline; then the run ends without the planner's answer. */
const graceMs = 5_000;

/**
 * Executes one run: asks the planner and writes the record whatever happens. After a crash it asks again with the same
 * request id, which the planner answers once.
 */
export function createRunHandler(deps: AgentDeps): Handler {
  return async (lease) => {
    const { job, signal, yieldSlot } = lease;
    const { store, clock } = deps;
    const found = await readRun(store, job.tenant, job.key);
    if (found === undefined) return await store.write((tx) => tx.release(job));
    const run = found.value;
    if (run.record !== undefined) return await settleApproval(deps, { job, found, record: run.record });
    const isCancelled = async (): Promise<boolean> =>
      (await readState(store, job.tenant, run.profile.id)).value.cancelling.includes(run.runId);
    if (run.plan !== undefined) return await runPlan(deps, { job, found, isCancelled: await isCancelled() });
    const cancel = new AbortController();
    const cancelIfAsked = async (): Promise<void> => void ((await isCancelled()) && cancel.abort());
    lease.onWake(() => void cancelIfAsked().catch((error: unknown) => warnOfCancel(deps, run, error)));
    await cancelIfAsked();
    // The planner's work is a job as well: yield the slot, so that waiting agents do not block it.
    const asked = ask(deps, run, { tenant: job.tenant, signal, cancel: cancel.signal });
    const answer = await (yieldSlot?.(asked) ?? asked);
    if (signal.aborted && answer === undefined) return;
    await finish(deps, { job, found, ...(answer ?? { answer: unanswered(run, clock.now()), isMetered: false }) });
  };
}

/** The run goes on until its own deadline. */
function warnOfCancel({ log }: AgentDeps, { runId }: AgentRun, error: unknown): void {
  log.warn("could not read whether the run is cancelled", { event: "agents.cancel_failed", run: runId, error });
}

type PlanRunWork = { job: LeasedJob; found: VersionedRecord<AgentRun>; isCancelled: boolean };

/** Starts the plan and ends with it; in between the run has no job. */
async function runPlan(deps: AgentDeps, { job, found, isCancelled }: PlanRunWork): Promise<void> {
  const { runId, startedAt, plan, priority, profile } = found.value;
  if (plan === undefined) return;
  const endJob = { queue: job.queue, key: job.key };
  const of = { tenant: job.tenant, agentId: profile.id, endJob, isCancelled };
  const answer = await deps.runPlan?.({ runId, startedAt, plan, ...compact({ priority }) }, of);
  if (answer === undefined) return await deps.store.write((tx) => tx.release(job));
  await finish(deps, { job, found, answer, isMetered: true });
}

async function finish(deps: AgentDeps, finished: FinishedRun): Promise<void> {
  try {
    await finishRun(deps, finished);
  } catch (error) {
    // Another worker ended it, or the agent's state changed: the job runs again and re-reads it.
    if (!isConflict(error)) throw error;
  }
}

/** Undefined without an answer: the deadline passed or this process is stopping. */
async function ask(
  { reason, clock, log }: AgentDeps,
  run: AgentRun,
  { tenant, signal, cancel }: { tenant: string; signal: AbortSignal; cancel: AbortSignal },
): Promise<{ answer: PlanReactResponse; isMetered: boolean } | undefined> {
  const deadlineAt = run.startedAt + run.request.limits.timeout_seconds * 1000 + graceMs;
  if (clock.now() >= deadlineAt) return undefined;
  const late = new AbortController();
  const cancelTimer = clock.setTimer(deadlineAt, () => late.abort());
  const ending = new Promise<undefined>((resolve) => {
    for (const one of [late.signal, signal]) one.addEventListener("abort", () => resolve(undefined), { once: true });
  });
  const call = {
    tenant,
    agentId: run.profile.id,
    signal: AbortSignal.any([signal, late.signal]),
    cancel,
    ...compact({ priority: run.priority }),
  };
  try {
    const answer = await Promise.race([ending, reason(run.request, call)]);
    return answer === undefined ? undefined : { answer, isMetered: true };
  } catch (error) {
    if (cancel.aborted)
      return { answer: { ...unanswered(run, clock.now()), status: "error", error: cancelled }, isMetered: false };
    log.error("planner of an agent failed", { event: "agents.planner_failed", run: run.runId, error });
    if (signal.aborted || late.signal.aborted) return undefined;
    const failure = {
      code: "planner_failed",
      message: `The planner failed: ${error instanceof Error ? error.message : String(error)}`,
    };
    return { answer: { ...unanswered(run, clock.now()), status: "error", error: failure }, isMetered: false };
  } finally {
    cancelTimer();
  }
}

const cancelled = { code: "cancelled", message: stopTable.cancelled.title };

function unanswered(run: AgentRun, now: number): PlanReactResponse {
  return {
    request_id: run.request.request_id,
    status: "timeout",
    error: { code: "timeout", message: "The planner did not answer before the deadline." },
    final_answer: { content: "" },
    trace: [],
    usage: {
      steps: 0,
      tokens_reason: 0,
      tokens_answer: 0,
      tools_called: [],
      duration_ms: Math.max(0, now - run.startedAt),
    },
  };
}
