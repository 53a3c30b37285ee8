import { timestampOf } from "../contracts/timestamp.ts";
import type { AgentDetail, AgentMonth, AgentRunView, DecisionView } from "../contracts/api/agents.ts";
import type { AgentStatus } from "../contracts/react/agent-run.ts";
import { notBefore, runsOn } from "./decisions/admit.ts";
import type { Agent } from "./profile/agent.ts";
import type { AgentRun } from "./runs/agent-run.ts";
import type { AgentState } from "./decisions/agent-state.ts";
import type { Decision } from "./decisions/decision.ts";
import { type DecisionContext, renderDecision, renderTrigger } from "./decisions/render-decision.ts";
import { dayOf, nextDayAt } from "./triggers/time/wall-clock.ts";

export type AgentSnapshot = { agent: Agent; state: AgentState; now: number };

export function toStatus({ agent: { profile, triggers }, state, now }: AgentSnapshot): AgentStatus {
  const isEnabled = state.enabled ?? profile.enabled;
  const lastStart = state.starts.at(-1);
  const [next] = isEnabled ? nextSlots(triggers, now, 1) : [];
  return {
    id: profile.id,
    enabled: isEnabled,
    autonomy_level: profile.autonomy_level,
    last_run: lastStart === undefined ? null : timestampOf(lastStart),
    next_scheduled_run: next === undefined ? null : timestampOf(next),
    status: statusOf(state),
  };
}

type ProfileSource = { file: string | undefined; warnings: readonly string[]; month: AgentMonth };

export function toDetail(snapshot: AgentSnapshot, { file, warnings, month }: ProfileSource): AgentDetail {
  const { agent, state, now } = snapshot;
  const { profile, triggers, zone, version } = agent;
  const { max_runs_per_day, max_concurrent_runs } = profile.limits;
  const readyAt = notBefore(profile, state, now);
  return {
    agent: toStatus(snapshot),
    profile,
    version,
    file: file ?? null,
    warnings: [...warnings],
    pause:
      state.pause === undefined
        ? null
        : { ...state.pause, note: state.pause.note ?? null, at: timestampOf(state.pause.at) },
    next_runs: nextSlots(triggers, now, 5).map(timestampOf),
    triggers: triggers.map((armed) => ({ key: armed.key, kind: armed.kind, says: renderTrigger(armed) })),
    quota: {
      runs_today: runsOn(state, dayOf(now, zone)),
      max_runs_per_day,
      day_ends_at: timestampOf(nextDayAt(now, zone)),
      ready_at: readyAt === undefined ? null : timestampOf(readyAt),
      active: state.active.length,
      max_concurrent_runs,
      waiting: state.waiting.length,
    },
    month,
  };
}

export function toDecisionView(agent: DecisionContext, decision: Decision): DecisionView {
  const { id, agentId, trigger, slot, at, outcome, reason, detail, limit, until, runId, isForced } = decision;
  return {
    decision_id: id,
    agent_id: agentId,
    trigger,
    slot,
    at: timestampOf(at),
    outcome,
    reason: reason ?? null,
    detail: detail ?? null,
    limit: limit ?? null,
    until: until === undefined ? null : timestampOf(until),
    run_id: runId ?? null,
    forced: isForced === true,
    says: renderDecision(agent, decision),
  };
}

export function toRunView({ runId, profile, startedAt, request, record }: AgentRun): AgentRunView {
  if (record !== undefined) return record;
  return {
    run_id: runId,
    agent_id: profile.id,
    started_at: timestampOf(startedAt),
    status: "running",
    planner_request_id: request.request_id,
  };
}

/** The next slots over all time triggers, in order, each instant once. */
function nextSlots(triggers: Agent["triggers"], now: number, count: number): number[] {
  const slots = new Set<number>();
  for (const armed of triggers) {
    if (armed.kind !== "time") continue;
    let slot = armed.schedule.next(now);
    for (let found = 0; found < count && slot !== undefined; found += 1) {
      if (!armed.schedule.isQuiet(slot)) slots.add(armed.schedule.startOf(slot));
      slot = armed.schedule.next(slot);
    }
  }
  return [...slots].toSorted((a, b) => a - b).slice(0, count);
}

function statusOf({ active, lastEndedAs }: AgentState): AgentStatus["status"] {
  if (active.length > 0) return "running";
  return lastEndedAs === undefined || lastEndedAs === "success" ? "idle" : "error";
}
