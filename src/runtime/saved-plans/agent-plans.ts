import { compact } from "../../plan/compact.ts";
import { PlanwrightError } from "../../contracts/errors.ts";
import type { PlanReactResponse } from "../../contracts/react/plan-react.ts";
import type { AgentDeps } from "../../agents/agent-deps.ts";
import { hasEnded, type Run } from "../../ports/run.ts";
import { runAnswer } from "../../runs/run-answer.ts";
import type { Runs } from "../../runs/runs.ts";
import type { Store } from "../../ports/store.ts";
import { runOfKey } from "../../runs/create-run.ts";
import type { SavedPlans } from "./saved-plans.ts";

type AgentPlanParts = { store: Store; savedPlans: Pick<SavedPlans, "run">; runs: Pick<Runs, "view" | "cancel"> };

/** Runs saved plans for triggers of agents. A plan that cannot start is the error of the agent's run. */
export function createAgentPlans({ store, savedPlans, runs }: AgentPlanParts): NonNullable<AgentDeps["runPlan"]> {
  return async (
    { runId, startedAt, priority, plan: { name, ...request } },
    { tenant, agentId, endJob, isCancelled },
  ) => {
    const caller = { tenant, by: `agent:${agentId}` };
    const idempotencyKey = `agent:${runId}`;
    const asked = { ...request, idempotencyKey, agentRunId: runId, endJob, ...compact({ priority }) };
    const answer = (end: AnswerEnd): PlanReactResponse => toResponse({ runId, startedAt }, end);
    if (isCancelled) {
      const run = await runOfKey(store, tenant, idempotencyKey);
      if (run === undefined) return answer({ text: "", steps: 0, endedAt: startedAt, error: neverStarted });
      await runs.cancel({ tenant, runId: run.id }, { by: caller.by, reason: "replaced by a later run of the agent" });
    }
    try {
      const { id } = await savedPlans.run(caller, name, asked);
      const view = await runs.view({ tenant, runId: id });
      if (view === undefined || !hasEnded(view.run)) return undefined;
      const text = `Run ${id}: ${runAnswer(view.rows) ?? view.run.status}`;
      return answer({ text, steps: view.rows.length, endedAt: view.run.endedAt, ...errorOf(view.run) });
    } catch (error) {
      if (!(error instanceof PlanwrightError)) throw error;
      const why = error.issues?.map(({ message }) => message).join("; ") ?? error.message;
      return answer({ text: "", steps: 0, endedAt: startedAt, error: { code: "plan_failed", message: why } });
    }
  };
}

const neverStarted = { code: "canceled", message: "the run was cancelled before it started" };

type AnswerEnd = { text: string; steps: number; endedAt: number; error?: { code: string; message: string } };

function errorOf(run: Run): Pick<AnswerEnd, "error"> {
  if (run.status === "failed") return { error: run.error };
  if (run.status === "cancelled")
    return { error: { code: "canceled", message: `the run ${run.id} was cancelled: ${run.reason}` } };
  return {};
}

function toResponse(
  { runId, startedAt }: { runId: string; startedAt: number },
  { text, steps, endedAt, error }: AnswerEnd,
): PlanReactResponse {
  const shared = {
    request_id: `agent:${runId}`,
    final_answer: { content: text },
    trace: [],
    usage: {
      steps,
      tokens_reason: 0,
      tokens_answer: 0,
      tools_called: [],
      duration_ms: Math.max(0, endedAt - startedAt),
    },
  };
  return error === undefined ? { ...shared, status: "ok" } : { ...shared, status: "error", error };
}
