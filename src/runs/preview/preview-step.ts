import type { StepPreview } from "../../contracts/api/run.ts";
import { isJsonObject, type Json, type JsonObject } from "../../plan/json.ts";
import { resolve, resolveKnown, type ResultLookup } from "../../plan/resolve.ts";
import type { Step } from "../../plan/step.ts";
import type { AttemptResult } from "../../ports/fact.ts";
import type { VerbOptions } from "../../ports/verbs.ts";
import { effectKeyOf } from "../effect-key.ts";
import { argsOf, prepare, verbOf } from "../prepare.ts";
import { lookupIn, type RunState, type StepState } from "../run-state.ts";
import type { Unit } from "../unit.ts";
import type { PreviewParts, PreviewRequest } from "./preview-plan.ts";

/** What a unit would do, and its result where it is known without a write. */
type UnitPreview = { row: StepPreview; result?: AttemptResult };

const does = { message: "message", safety: "check", wait: "wait", plan: "plan" } as const;

/** A unit that may start now. */
export async function previewUnit(
  parts: PreviewParts,
  request: PreviewRequest,
  { state, unit }: { state: RunState; unit: Unit },
): Promise<UnitPreview> {
  const { planStep: step } = unit;
  const row = rowOf(step, unit.item ?? null);
  const prepared = prepare(state, unit);
  if (prepared.kind === "instant") {
    const { result } = prepared;
    if (!result.ok) return { row: { ...row, error: result.error }, result };
    const shown = { ...row, args: isJsonObject(result.output) ? result.output : {} };
    return step.kind === "wait" || step.kind === "plan" ? { row: shown } : { row: shown, result };
  }
  const { verb, args } = prepared;
  const call = { row: { ...row, args }, verb, args };
  const done = await doneBefore(parts, request, { state, unit, args });
  if (done === undefined) return previewCall(parts, request, call);
  return {
    row: { ...row, args, does: "write", done_by: done.runId },
    result: { ok: true, output: done.output ?? null },
  };
}

/** A step that is not reached: it is skipped, or needs results that only a run has. */
export async function previewBlocked(
  parts: PreviewParts,
  request: PreviewRequest,
  { state, step: { step, end, units } }: { state: RunState; step: StepState },
): Promise<StepPreview> {
  const row = rowOf(step, null);
  if (end.kind === "skipped") return { ...row, does: "skip", error: { code: "skipped", message: end.reason } };
  if (end.kind === "failed") return { ...row, error: end.error };
  if (end.kind === "done") return { ...row, output: end.output };
  const { args, unresolved } = known(step, state);
  const asks = units.some(({ phase }) => phase.kind === "needsOperator");
  const shown: StepPreview = { ...row, args, unresolved, approval: asks ? "a person does this step" : null };
  const verb = verbOf(step);
  if (state.stop !== undefined)
    return { ...shown, does: "skip", error: { code: "skipped", message: "an earlier step stops the plan" } };
  if (verb === undefined || asks || unresolved.length > 0) return shown;
  return (await previewCall(parts, request, { row: shown, verb, args, isBlocked: true })).row;
}

type Call = { row: StepPreview; verb: string; args: JsonObject; /** Not even read. */ isBlocked?: true };

async function previewCall(parts: PreviewParts, request: PreviewRequest, given: Call): Promise<UnitPreview> {
  const { verbs } = parts;
  const { tenant, caller, signal } = request;
  const { verb, args } = given;
  const isRead = verbs.describe(verb, tenant)?.retryClass === "safe";
  const row: StepPreview = { ...given.row, does: isRead ? "read" : "write" };
  const asked = { verb_id: verb, payload: args, request_id: `preview:${row.step_id}`, caller };
  const options: VerbOptions = { signal, tenant, principal: caller, canWait: true };
  const fault = await verbs.assess?.(asked, options);
  if (fault?.code === "needs_approval") row.approval = fault.message;
  else if (fault !== undefined) return { row: { ...row, error: fault }, result: { ok: false, error: fault } };
  if (isRead && (fault !== undefined || given.isBlocked === true)) return { row };
  if (isRead) {
    const answer = await verbs.execute(asked, options);
    if (answer.ok) return { row: { ...row, output: answer.output }, result: answer };
    return { row: { ...row, error: answer.error }, result: answer };
  }
  const preview = await verbs.previewChange?.(verb, args, options);
  if (preview === undefined) return { row };
  const { before, after, missing } = preview;
  return {
    row: {
      ...row,
      changes: { before, after },
      error: missing === undefined ? null : { code: "not_found", message: missing },
    },
  };
}

/** The confirmed write of an earlier run under the same scope, unless it was undone since. */
async function doneBefore(
  { store, verbs }: PreviewParts,
  { tenant, signal }: PreviewRequest,
  { state, unit, args }: { state: RunState; unit: Unit; args: JsonObject },
): Promise<{ runId: string; output?: Json } | undefined> {
  const { key, shared } = effectKeyOf(state, unit);
  const found = shared ? await store.effect(tenant, key) : undefined;
  if (found?.state !== "confirmed") return undefined;
  if (verbs.describe(found.verb, tenant)?.canReadBack !== true) return found;
  const now = await verbs.readBack(found.verb, { key, payload: args }, { signal, tenant, effectKey: key });
  return now.state === "absent" ? undefined : found;
}

function known(step: Step, state: RunState): { args: JsonObject; unresolved: string[] } {
  const { spelling } = state.plan;
  const lookup: ResultLookup = lookupIn(state);
  const written = { args: argsOf(step), when: step.when?.value ?? null, over: step.forEach?.over ?? null };
  const resolved = resolve(written, spelling, lookup);
  const unresolved = resolved.ok ? [] : [...new Set(resolved.missing.map(({ text }) => text))];
  return { args: resolveKnown(written.args, spelling, lookup), unresolved };
}

function rowOf(step: Step, item: number | null): StepPreview {
  const kind = step.kind === "tool" || step.kind === "action" || step.kind === "lookup" ? "write" : does[step.kind];
  const tool = verbOf(step) ?? null;
  const nothing = { unresolved: [], changes: null, done_by: null, approval: null, error: null };
  return { step_id: step.id, item, does: kind, tool, args: null, ...nothing };
}
