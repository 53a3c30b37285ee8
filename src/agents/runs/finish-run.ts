import { compact } from "../../plan/compact.ts";
import { timestampOf } from "../../contracts/timestamp.ts";
import type { AgentRunRecord } from "../../contracts/react/agent-run.ts";
import type { PlanReactResponse, ReactError } from "../../contracts/react/plan-react.ts";
import { stopTable } from "../../contracts/react/stop-table.ts";
import type { Tx } from "../../ports/store.ts";
import type { LeasedJob } from "../../ports/engine.ts";
import type { AgentRun } from "./agent-run.ts";
import { isNotified, type Outputs, planOutputs, putOutputs } from "../outputs/outputs.ts";
import { describeResult, hasNotified, type DescribedResult } from "./describe-result.ts";
import type { AgentState } from "../decisions/agent-state.ts";
import { runInOrder } from "../run-in-order.ts";
import { type AgentDeps, type DraftOutcomes, jobKey, queues } from "../agent-deps.ts";
import { changeState, putRun, type VersionedRecord } from "../records.ts";

export type FinishedRun = {
  job: LeasedJob;
  found: VersionedRecord<AgentRun>;
  answer: PlanReactResponse;
  /** Whether the planner reported its usage; otherwise the reserved tokens count as used. */
  isMetered: boolean;
};

/**
 * Ends a run: writes the record and outputs, frees the agent's slot and returns unused tokens, in one transaction.
 */
export async function finishRun(deps: AgentDeps, { job, found, answer, isMetered }: FinishedRun): Promise<void> {
  const { clock } = deps;
  const { tenant } = job;
  const run = found.value;
  const now = clock.now();
  const result = await describeResult(deps, { tenant, run, answer });
  const outputs = planOutputs(deps, run, result);
  const isSent = isNotified(outputs.outcomes) || hasNotified(answer, deps.notifyVerbs);
  const record = recordOf(run, result, { now, outputs, isSent });
  const storeResult = (tx: Tx, hasLine: boolean): void => {
    putRun(tx, tenant, { value: { ...run, record }, version: found.version });
    putOutputs(tx, { tenant, now }, outputs);
    if (run.reserved !== undefined) {
      const { key, tokens } = run.reserved;
      const used = isMetered ? answer.usage.tokens_reason + answer.usage.tokens_answer : tokens;
      tx.count({ tenant, key, add: used - tokens });
    }
    if (hasLine) tx.enqueue({ queue: queues.line, key: jobKey(tenant, run.profile.id), tenant, dueAt: now }, now);
    tx.release(job);
  };
  const change = (state: AgentState): ReturnType<Parameters<typeof changeState>[2]> => {
    if (!state.active.includes(run.runId)) return undefined; // another worker ended it
    const others = (ids: readonly string[]): string[] => ids.filter((id) => id !== run.runId);
    const after = { ...state, active: others(state.active), cancelling: others(state.cancelling) };
    return {
      // A run that awaits approval has neither succeeded nor failed yet.
      state: isAwaiting(record) ? after : { ...after, lastEndedAs: record.status },
      also: (tx) => storeResult(tx, state.waiting.length > 0),
    };
  };
  const of = { tenant, agentId: run.profile.id };
  await runInOrder(deps.store, jobKey(tenant, run.profile.id), () => changeState(deps, of, change));
}

type RunEnd = { now: number; outputs: Outputs; isSent: boolean };

function recordOf(run: AgentRun, result: DescribedResult, { now, outputs, isSent }: RunEnd): AgentRunRecord {
  const { answer, changes, outcome } = result;
  const { usage } = answer;
  const shared = {
    run_id: run.runId,
    agent_id: run.profile.id,
    started_at: timestampOf(run.startedAt),
    finished_at: timestampOf(Math.max(now, run.startedAt)),
    planner_request_id: run.request.request_id,
    goal: { description: run.request.goal.description, metadata: run.request.goal.metadata },
    toolset: [...run.profile.toolset],
    result_summary: {
      final_answer_excerpt: excerpt(answer.final_answer.content),
      ...compact({ written_collapse_id: outputs.collapse?.id }),
      notifications_sent: isSent,
      ...compact({ outcome, changes }),
      outputs: outputs.outcomes,
    },
    usage: {
      planner_steps: usage.steps,
      tokens_reason: usage.tokens_reason,
      tokens_answer: usage.tokens_answer,
      duration_ms: usage.duration_ms,
    },
    trace: answer.trace,
  };
  if (answer.status === "ok" && outcome === "awaits_approval") return { ...shared, status: "error", error: awaiting };
  if (answer.status === "ok") return { ...shared, status: "success" };
  return { ...shared, status: answer.status, error: answer.error };
}

const awaiting: ReactError = { code: "awaits_approval", message: stopTable.awaits_approval.title };

/** Whether a Draft of the run is undecided; until then the run has not succeeded. */
function isAwaiting(record: AgentRunRecord): boolean {
  return record.status === "error" && record.error?.code === awaiting.code;
}

/** Ends a run whose Drafts are all decided: a success where all were applied. */
export async function settleApproval(
  { store, clock, draftOutcomes }: AgentDeps,
  { job, found, record }: Pick<FinishedRun, "job" | "found"> & { record: AgentRunRecord },
): Promise<void> {
  const decided = isAwaiting(record) ? await draftOutcomes?.(job.tenant, found.value.runId) : undefined;
  await store.write((tx) => {
    if (decided !== undefined)
      putRun(tx, job.tenant, {
        value: { ...found.value, record: settled(record, decided, clock.now()) },
        version: found.version,
      });
    tx.release(job);
  });
}

function settled(record: AgentRunRecord, { refused }: DraftOutcomes, now: number): AgentRunRecord {
  const { outcome: _, ...summary } = record.result_summary;
  const { status: _status, ...rest } = { ...record, finished_at: timestampOf(now) };
  if (refused !== undefined)
    return { ...rest, status: "error", result_summary: summary, error: { code: "denied", message: refused } };
  const { error: _error, ...head } = { error: undefined, ...rest };
  return { ...head, status: "success", result_summary: { ...summary, outcome: "answered" } };
}

/** The first 200 characters, without splitting a surrogate pair. */
function excerpt(text: string): string {
  const cut = text.slice(0, 200);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}
