import type { Divergence, ReplayMode, ReplayReport } from "../../contracts/determinism/replay.ts";
import type { CheckResult } from "../../plan/check-result.ts";
import { hasEnded, type Run } from "../../ports/run.ts";
import { createRun, type CreateParts } from "../create-run.ts";
import { decide } from "../decide.ts";
import { incompatibility } from "../pins.ts";
import { verbOf } from "../prepare.ts";
import { finalStatus } from "../result-rows.ts";
import { appliesDraft, noSuchRun, type RunView, viewRun } from "../run-view.ts";
import { compareViews } from "./compare-views.ts";
import { divergence, walk, type WalkResult } from "./walk.ts";

type ReplayParts = CreateParts & {
  settled(of: { tenant: string; runId: string }, signal?: AbortSignal): Promise<Run | undefined>;
};
export type ReplayRequest = {
  tenant: string;
  runId: string;
  mode: ReplayMode;
  caller: string;
  /** A full replay with the same key is the same run. */
  idempotencyKey?: string;
  signal?: AbortSignal;
};

export type Replay = (request: ReplayRequest) => Promise<CheckResult<ReplayReport>>;

/**
 * Executes the stored plan again and compares. `mock_replay` answers from the record, `dry_run` also compares the verbs,
 * `full_replay` is a new run with live calls. The original is only read.
 */
export async function replayRun(parts: ReplayParts, request: ReplayRequest): Promise<CheckResult<ReplayReport>> {
  const view = await viewRun(parts.store, request);
  if (view === undefined) return noSuchRun(request.runId);
  if (request.mode === "full_replay") return appliesDraft(view) ?? fullReplay(parts, request, view);
  const walked = walk(view);
  const divergences = [...walked.divergences, ...compareEnd(view, walked)];
  if (request.mode === "dry_run") divergences.unshift(...compareVerbs(parts, view));
  return { ok: true, value: report(view, { request, replayId: parts.ids.next(), divergences }) };
}

async function fullReplay(
  parts: ReplayParts,
  request: ReplayRequest,
  view: RunView,
): Promise<CheckResult<ReplayReport>> {
  const { tenant, runId, caller, idempotencyKey, signal } = request;
  const origin = { kind: "replay", runId } as const;
  const rerun = { tenant, plan: view.plan, caller, origin, ...(idempotencyKey !== undefined && { idempotencyKey }) };
  const created = await createRun(parts, rerun);
  if (!created.ok) return created;
  const replayId = created.value.id;
  await parts.settled({ tenant, runId: replayId }, signal);
  const replayed = await viewRun(parts.store, { tenant, runId: replayId });
  const divergences = replayed === undefined ? [] : compareViews(view, replayed);
  return { ok: true, value: report(view, { request, replayId, divergences }) };
}

/** The outcome of the run must follow from its journal. */
function compareEnd({ run, plan }: RunView, { state }: WalkResult): Divergence[] {
  if (!hasEnded(run) || run.status === "cancelled") return [];
  const lastStep = plan.steps.at(-1)?.id ?? "";
  const decision = decide(state, { now: Infinity, inFlight: new Map(), parallel: 1 });
  if (decision.kind === "go") {
    const [unit] = [...decision.start, ...decision.readBack];
    return [divergence(unit?.step ?? lastStep, "order", [null, unit?.key ?? null])];
  }
  const status = finalStatus(state);
  const cost = [...state.facts.values()].flatMap(({ attempts }) => attempts.map((fact) => fact.costMicroCents ?? 0));
  const sum = cost.reduce((total, one) => total + one, 0);
  return [
    ...(status === run.taskStatus ? [] : [divergence(lastStep, "status", [run.taskStatus, status])]),
    ...(sum === run.costMicroCents ? [] : [divergence(lastStep, "cost", [run.costMicroCents, sum])]),
  ];
}

function compareVerbs(parts: ReplayParts, { run, plan }: RunView): Divergence[] {
  return plan.steps.flatMap((step) => {
    const verb = verbOf(step);
    if (verb === undefined) return [];
    const changed = incompatibility(run.pins, verb, parts.verbs.describe(verb, run.tenant));
    return changed === undefined ? [] : [divergence(step.id, "skill", [verb, changed])];
  });
}

type ReplayOutcome = { request: ReplayRequest; replayId: string; divergences: Divergence[] };

function report({ run, plan }: RunView, { request, replayId, divergences }: ReplayOutcome): ReplayReport {
  const { planner, plannerVersion } = run.pins;
  const compared = {
    ...(planner !== undefined && { planner }),
    ...(plannerVersion !== undefined && { planner_version: plannerVersion }),
    run_id: run.id,
    replay_id: replayId,
    mode: request.mode,
    plan_hash: run.planHash,
    steps_compared: plan.steps.length,
  };
  const [first] = divergences;
  if (first === undefined) return { ...compared, matches: true };
  return { ...compared, matches: false, first_divergence: first, divergences };
}
