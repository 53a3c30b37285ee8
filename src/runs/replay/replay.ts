import { compact } from "../../plan/compact.ts";
import type { Divergence, ReplayMode, ReplayReport } from "../../contracts/determinism/replay.ts";
import type { CheckResult } from "../../plan/check-result.ts";
import { hasEnded, type Run } from "../../ports/run.ts";
import { type CreateParts, createRun } from "../create-run.ts";
import { decide } from "../decide.ts";
import { incompatibility } from "../pins.ts";
import { verbOf } from "../prepare.ts";
import { finalStatus } from "../result-rows.ts";
import { appliesDraft, noSuchRun, type RunView, viewRun } from "../run-view.ts";
import { divergence, walk, type WalkResult } from "./walk.ts";
import { canonicalText } from "../../plan/canonical.ts";
import type { Json } from "../../plan/json.ts";
import { orderOfTexts } from "../../plan/condition.ts";
import type { FactOf } from "../unit.ts";

type ReplayParts = CreateParts & {
  settled(of: { tenant: string; runId: string }, signal?: AbortSignal): Promise<Run | undefined>;
};
type ReplayRequest = {
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
  const rerun = { tenant, plan: view.plan, caller, origin, ...compact({ idempotencyKey, repeat: view.run.repeat }) };
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
    ...compact({ planner, planner_version: plannerVersion }),
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

/** Compares two runs of one plan, step by step. */
function compareViews(recorded: RunView, replayed: RunView): Divergence[] {
  return recorded.plan.steps.flatMap(({ id }, at) => {
    const before = digest(recorded, id, at);
    const after = digest(replayed, id, at);
    return aspects.flatMap((aspect) => {
      const same = canonicalText(before[aspect]) === canonicalText(after[aspect]);
      return same ? [] : [divergence(id, aspect, [before[aspect], after[aspect]])];
    });
  });
}

const aspects = ["order", "skill", "params", "status", "code", "retries", "cost"] as const;
type Digest = Record<(typeof aspects)[number], Json>;

/** The order of parallel steps is not deterministic; only whether the step ran counts. */
function digest(view: RunView, step: string, at: number): Digest {
  const attempts = view.journal.flatMap(({ fact }) =>
    fact.kind === "attempt" && fact.step === step && fact.undo !== true ? fact : [],
  );
  const row = view.rows[at];
  const last = attempts.at(-1)?.result;
  return {
    order: attempts.length > 0,
    skill: attempts[0]?.verb ?? null,
    params: attempts.map((fact) => fact.argsHash ?? "").toSorted(orderOfTexts),
    status: row === undefined ? null : { ok: row.ok, skipped: row.skipped, reason: row.reason },
    code: last === undefined || last.ok ? null : last.error.code,
    retries: Math.max(0, attempts.length - units(attempts)),
    cost: attempts.reduce((sum, fact) => sum + (fact.costMicroCents ?? 0), 0),
  };
}

function units(attempts: readonly FactOf<"attempt">[]): number {
  return new Set(attempts.map((fact) => fact.item ?? -1)).size;
}
