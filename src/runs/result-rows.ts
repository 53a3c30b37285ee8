import {
  dependencyReason,
  type MetaRow,
  type ResultRow,
  taskStatus,
  toMetaRow,
} from "../contracts/structured/results.ts";
import type { VerbError } from "../contracts/react/verb.ts";
import type { TaskStatus } from "../ports/run.ts";
import { verbOf } from "./prepare.ts";
import type { EarlierWrite } from "../ports/fact.ts";
import type { RunState, StepState } from "./run-state.ts";

/** Why a step has not ended, given the state of the run. */
export type UnfinishedStatus = "running" | "pending" | "aborted" | "cancelled";

/** Skips that are not failures. */
const neutral: ReadonlySet<string | null> = new Set([
  "condition_not_met",
  "dependency_skipped",
  "fallback_not_needed",
  "operator_skipped",
]);

/** The rows of the structured contract, one per step in plan order. */
export function resultRows(state: RunState, unfinished: UnfinishedStatus): ResultRow[] {
  return state.steps.map((step) => ({ ...emptyRow(step), ...fields(state.steps, step, unfinished) }));
}

/**
 * The first row that is not ok decides, except for intended skips; a step skipped by a person makes the task partial.
 * While the run works its task is partly done; while it waits the task is blocked, not failed.
 */
function taskStatusOf(rows: readonly ResultRow[]): TaskStatus {
  const deciding = rows.filter((row) => !neutral.has(row.reason));
  const first = deciding.find(({ ok }) => !ok);
  if (first?.reason === "running") return "PARTIAL";
  if (first?.reason === "pending") return rows.some(({ reason }) => reason === "running") ? "PARTIAL" : "BLOCKED";
  if (deciding.some(({ ok, reason }) => !ok && reason === "safety_block")) return "BLOCKED";
  const status = taskStatus(deciding);
  return status === "COMPLETED" && rows.some(({ reason }) => reason === "operator_skipped") ? "PARTIAL" : status;
}

/** The status of the task if the run ended now. */
export function finalStatus(state: RunState): TaskStatus {
  // Fast path: most runs end like this, and rows would copy every output.
  if (state.steps.every(isPlainSuccess)) return "COMPLETED";
  return taskStatusOf(resultRows(state, "aborted"));
}

function isPlainSuccess({ step, end }: StepState): boolean {
  const isDegraded = step.kind === "tool" && step.degradedFrom !== undefined;
  return end.kind === "done" && end.degraded === undefined && !isDegraded;
}

export function metaRow(rows: readonly ResultRow[]): MetaRow {
  return { ...toMetaRow(rows), task_status: taskStatusOf(rows) };
}

function emptyRow({ step }: StepState): ResultRow {
  return {
    step_id: step.id,
    tool: verbOf(step) ?? step.kind,
    ok: false,
    skipped: false,
    reason: null,
    degraded: false,
    degraded_reason: null,
    degraded_from: null,
  };
}

/** A fallback step for a tool that is not available. */
function downgradeOf(step: StepState["step"]): Partial<ResultRow> {
  const from = step.kind === "tool" ? step.degradedFrom : undefined;
  if (from === undefined) return {};
  return { degraded: true, degraded_reason: `${from} is not available`, degraded_from: from };
}

/** The failure that a person is asked about; a step that only needs approval has not failed. */
function askedAbout({ units }: StepState): Partial<ResultRow> {
  for (const { phase } of units)
    if (phase.kind === "needsOperator" && phase.error !== undefined && phase.wait !== "approval")
      return { skipped: false, error: phase.error.message };
  return {};
}

/** A message that cannot be sent as planned is replaced by what failed, so that the person is informed. */
function failureMessage(all: readonly StepState[], { step, needs }: StepState): Partial<ResultRow> {
  if (step.kind !== "message") return {};
  const failed = firstFailed(all, needs);
  if (failed === undefined) return {};
  const what = failed.step.description ?? failed.step.id;
  const isRussian = /\p{Script=Cyrillic}/u.test(step.content);
  const content = `${isRussian ? "Не получилось" : "This did not work"}: ${what}. ${failed.error.message}`;
  return { output: { channel: step.channel, content, metadata: {} } };
}

type FailedStep = { step: StepState["step"]; error: VerbError };

function firstFailed(all: readonly StepState[], needs: readonly number[]): FailedStep | undefined {
  for (const at of needs) {
    const state = all[at];
    if (state?.end.kind === "failed") return { step: state.step, error: state.end.error };
    const further = state?.end.kind === "skipped" ? firstFailed(all, state.needs) : undefined;
    if (further !== undefined) return further;
  }
  return undefined;
}

function fields(all: readonly StepState[], state: StepState, unfinished: UnfinishedStatus): Partial<ResultRow> {
  const { step, end } = state;
  switch (end.kind) {
    case "done":
      if (end.degraded === undefined)
        return { ok: true, output: end.output, ...reusedField(end.reused), ...downgradeOf(step) };
      return {
        ok: true,
        output: end.output,
        ...reusedField(end.reused),
        degraded: true,
        degraded_reason: end.degraded,
        degraded_from: verbOf(step) ?? step.kind,
      };
    case "failed":
      return { reason: end.error.code, error: end.error.message };
    case "skipped":
      return end.reason === "dependency_failed"
        ? { skipped: true, reason: dependencyReason, ...failureMessage(all, state) }
        : { skipped: true, reason: end.reason };
    case "open":
      return { skipped: unfinished !== "running", reason: unfinished, ...askedAbout(state) };
    case "blocked":
      return { skipped: true, reason: unfinished === "running" ? "pending" : unfinished };
    default:
      return end satisfies never;
  }
}

function reusedField(reused: EarlierWrite | undefined): Pick<ResultRow, "reused"> {
  if (reused === undefined) return {};
  const { runId, at } = reused;
  return { reused: { run_id: runId, at: new Date(at).toISOString(), hint: repeatHint } };
}

/** How to repeat a write whose scope is spent. */
const repeatHint = "Nothing was sent. To do it again, start the run with repeat, or give the step another scope.";
