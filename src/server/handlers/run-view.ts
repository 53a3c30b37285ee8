import { timestampOf } from "../../contracts/timestamp.ts";
import type { EffectView, Escalation, RunView } from "../../contracts/api/run.ts";
import type { EffectRecord } from "../../ports/effect-record.ts";
import { hasEnded, type Origin, type Run } from "../../ports/run.ts";
import type { Verbs } from "../../ports/verbs.ts";
import type { Wait } from "../../ports/wait.ts";

/** A run in its wire form. */
export function toRunView(run: Run): RunView {
  return {
    run_id: run.id,
    status: run.status,
    task_status: "taskStatus" in run ? run.taskStatus : null,
    waiting: waitingOf(run),
    error: run.status === "failed" ? run.error : null,
    plan_hash: run.planHash,
    caller: run.caller,
    priority: run.priority ?? "normal",
    origin: toOrigin(run.origin),
    created_at: timestampOf(run.createdAt),
    started_at: "startedAt" in run ? timestampOf(run.startedAt) : null,
    ended_at: hasEnded(run) ? timestampOf(run.endedAt) : null,
    cost_cents: hasEnded(run) ? Math.round(run.costMicroCents / 1_000_000) : null,
  };
}

export function toEscalation(wait: Wait): Escalation {
  const { assignee = null, remindedAt, deadlineAt, handOvers = [] } = wait.followUp ?? {};
  return {
    escalation_id: wait.id,
    run_id: wait.runId,
    step_id: wait.step,
    kind: wait.kind,
    state: wait.state,
    question: wait.question,
    choices: [...wait.choices],
    answers: [...(wait.answers ?? [])],
    error: wait.error ?? null,
    call: wait.call === undefined ? null : { verb_id: wait.call.verb, args: wait.call.args },
    changes: null,
    opened_at: timestampOf(wait.openedAt),
    assignee,
    reminded_at: remindedAt === undefined ? null : timestampOf(remindedAt),
    deadline_at: deadlineAt === undefined ? null : timestampOf(deadlineAt),
    hand_overs: handOvers.map(({ to, by, at, reason = null }) => ({ to, by, at: timestampOf(at), reason })),
    decided_by: wait.state === "decided" ? wait.by : null,
    decided_at: wait.state === "open" ? null : timestampOf(wait.decidedAt),
    decision: wait.state === "decided" ? wait.decision.choice : null,
    reason: wait.state === "decided" ? (wait.decision.reason ?? null) : null,
  };
}

/** An open approval with what its call would change, read now. */
export async function withChanges(verbs: Verbs, wait: Wait, signal: AbortSignal): Promise<Escalation> {
  const escalation = toEscalation(wait);
  if (wait.kind !== "approval" || wait.state !== "open" || wait.call === undefined) return escalation;
  const preview = await verbs.previewChange?.(wait.call.verb, wait.call.args, { signal, tenant: wait.tenant });
  if (preview === undefined) return escalation;
  return { ...escalation, changes: { before: preview.before, after: preview.after } };
}

export function toEffectView({ key, verb, unit, state, argsHash }: EffectRecord): EffectView {
  return { key, verb_id: verb, step_id: unit, state, args_hash: argsHash };
}

function waitingOf(run: Run): RunView["waiting"] {
  if (run.status === "queued" && run.runAt !== undefined) return { for: "timer", until: timestampOf(run.runAt) };
  if (run.status !== "waiting") return null;
  const { for: what, until } = run.waiting;
  return { for: what, until: until === undefined ? null : timestampOf(until) };
}

function toOrigin(origin: Origin): RunView["origin"] {
  const { kind } = origin;
  const none = { kind, run_id: null, step_id: null, draft_id: null, plan: null };
  switch (kind) {
    case "request":
      return none;
    case "plan":
      return { ...none, plan: { name: origin.name, version: origin.version } };
    case "draft":
      return { ...none, draft_id: origin.draftId };
    case "replay":
      return { ...none, run_id: origin.runId };
    case "rerun":
      return { ...none, run_id: origin.runId, step_id: origin.fromStep };
    case "step":
      return { ...none, run_id: origin.runId, step_id: origin.step };
    default:
      return origin satisfies never;
  }
}
