import { compact } from "../plan/compact.ts";
import type { Observation } from "../contracts/react/trace.ts";
import { callUnderLease, callVerb, readBackEffect } from "../effects/call-verb.ts";
import type { InFlight } from "../effects/in-flight.ts";
import { effectErrors, settlingOf, stateAfter } from "../effects/ledger.ts";
import { createSettleTimer } from "../effects/settlement.ts";
import { contentHashFull } from "../plan/hash.ts";
import type { JsonObject } from "../plan/json.ts";
import { pause } from "../ports/clock.ts";
import type { EffectRecord } from "../ports/effect-record.ts";
import type { AttemptResult, SettlementMethod } from "../ports/fact.ts";
import { StoreError } from "../ports/store-error.ts";
import type { ReadBack, VerbSpec } from "../ports/verbs.ts";
import { callErrors, schemaMismatch } from "./check-call.ts";
import type { Execution } from "./execution.ts";
import type { RunTool } from "./tool-table.ts";
import { askVetoes } from "./veto.ts";

const verbCaller = "planner-react";

/** The result of a call, with the effect after it for verbs that write. */
export type ToolCallResult = {
  observation: Observation;
  effect?: EffectRecord;
  /** The Draft that the call waits for. */
  draftId?: string;
};

type ToolCallRequest = { unit: string; toolId: string; input: JsonObject; tool: RunTool; inFlight: InFlight };

/**
 * Makes one call through the router. A write is recorded in the ledger before it is sent, and is never resent blindly.
 */
export async function callTool(execution: Execution, calling: ToolCallRequest): Promise<ToolCallResult> {
  const { toolId, input, tool, unit } = calling;
  const { spec } = tool;
  const { requestId, tenant, request } = execution.state;
  const held = execution.ledger.get(effectKeyOf(execution, unit));
  const wasSent = held !== undefined && held.state !== "reserved";
  if (!wasSent && execution.parts.vetoes.length > 0) {
    const reason = await askVetoes(execution.parts.vetoes, { tenant, requestId, request, verb: spec, toolId, input });
    if (reason !== undefined) return { observation: failed(callErrors.denied, reason) };
  }
  if (spec === undefined || spec.retryClass === "safe")
    return { observation: toObservation(await sendInTurn(execution, calling), tool) };
  const effect = held ?? newEffect(execution, calling);
  return awaitApproval(execution, await write(execution, calling, { spec, effect, wasSent }), effect.key);
}

/** A write that the policy holds back waits for its Draft, where the run may. */
async function awaitApproval(
  { parts: { approvals }, mayPause, state: { tenant } }: Execution,
  called: ToolCallResult,
  effectKey: string,
): Promise<ToolCallResult> {
  const { observation } = called;
  if (!mayPause || observation.ok || observation.error.code !== "needs_approval") return called;
  const draftId = await approvals?.pending(tenant, effectKey);
  return draftId === undefined ? called : { ...called, draftId };
}

function effectKeyOf({ state: { requestId } }: Execution, unit: string): string {
  return `react:${requestId}:${unit}`;
}

/** How often a write without an answer is settled before its outcome stays unknown. */
const maxSettlements = 2;

type PendingWrite = {
  spec: VerbSpec;
  effect: EffectRecord;
  /** Whether an earlier process sent it and ended before the answer. */
  wasSent: boolean;
};

async function write(
  execution: Execution,
  calling: ToolCallRequest,
  { spec, effect, wasSent }: PendingWrite,
): Promise<ToolCallResult> {
  const lost = { ok: false, error: effectErrors.answer_lost } as const;
  let result = wasSent ? lost : await sendInTurn(execution, calling, effect);
  let earlier: SettlementMethod | undefined;
  for (let times = 0; ; times += 1) {
    // What was sent before may have taken effect, also if sending it again fails before it leaves.
    const settling = result.ok ? undefined : (settlingOf(result, spec) ?? earlier);
    earlier = settling === "resend" ? settling : undefined;
    const current = execution.ledger.get(effect.key) ?? effect;
    const next =
      times === maxSettlements ? undefined : await settle(execution, calling, { settling, effect: current, times });
    if (next === undefined) return settled({ result, settling, effect: current, tool: calling.tool });
    result = next;
  }
}

/** A call that was not sent, because the worker stops or a rate limit is reached, is marked as never sent. */
async function sendFirst(
  execution: Execution,
  calling: ToolCallRequest,
  { effect, place }: PlacedWrite,
): Promise<AttemptResult> {
  execution.writer.add(execution.ledger.send({ ...effect, state: "sent" }));
  await execution.writer.flush();
  const notSent = (): void => execution.writer.add(execution.ledger.move({ ...effect, state: "reserved" }));
  try {
    const result = await send(execution, calling, { attempt: 1, effect, place });
    if (!result.ok && result.retryAt !== undefined) notSent();
    return result;
  } catch (refused) {
    notSent();
    throw refused;
  }
}

type PlacedWrite = { effect: EffectRecord; place: number | undefined };

/** Sends the call; beyond a rate limit it waits for its place, which is never after the deadline of the run. */
async function sendInTurn(
  execution: Execution,
  calling: ToolCallRequest,
  effect?: EffectRecord,
): Promise<AttemptResult> {
  for (let place: number | undefined; ;) {
    const result =
      effect === undefined
        ? await send(execution, calling, { attempt: 1, place })
        : await sendFirst(execution, calling, { effect, place });
    if (result.ok || result.retryAt === undefined) return result;
    place = result.retryAt;
    await execution.writer.flush();
    const { clock } = execution.parts;
    const ending = AbortSignal.any([calling.inFlight.abort.signal, execution.stop]);
    if (!ending.aborted) await pause(clock, place - clock.now(), ending);
    if (execution.stop.aborted) throw new StoreError("conflict", "the process stops before the call may be sent");
    if (ending.aborted) return { ok: false, error: { code: "not_sent", message: "the run ended before its turn" } };
  }
}

type UnsettledWrite = { settling: SettlementMethod | undefined; effect: EffectRecord; times: number };

/** A new result for a write without an answer; undefined when there is nothing to settle, or no way to. */
async function settle(
  execution: Execution,
  calling: ToolCallRequest,
  { settling, effect, times }: UnsettledWrite,
): Promise<AttemptResult | undefined> {
  if (settling === undefined || settling === "operator" || calling.inFlight.abort.signal.aborted) return undefined;
  const attempt = times + 2;
  if (settling === "resend") return send(execution, calling, { attempt, effect });
  const found = await readUntilSettled(execution, calling, effect);
  if (found.state === "done") return { ok: true, output: found.output };
  if (found.state === "unknowable") return undefined;
  const again = { ...effect, attempt, state: "sent", at: execution.parts.clock.now() } as const;
  execution.writer.add(execution.ledger.move(again));
  await execution.writer.flush();
  return send(execution, calling, { attempt, effect: again });
}

/** Reads back until the effect is found or can no longer happen: before that, its absence proves nothing. */
async function readUntilSettled(
  execution: Execution,
  { toolId, input, tool, inFlight }: ToolCallRequest,
  { key }: EffectRecord,
): Promise<ReadBack> {
  const { parts, state, stop } = execution;
  const timeoutMs = tool.spec?.timeoutMs ?? 0;
  const timer = createSettleTimer(timeoutMs);
  const ending = AbortSignal.any([inFlight.abort.signal, stop]);
  for (;;) {
    const found = await readBackEffect(parts, inFlight, { verb: toolId, key, payload: input, tenant: state.tenant });
    if (found.state === "done" || timer.isOver()) return found;
    if (!ending.aborted) await pause(parts.clock, timer.nextDelay(found), ending);
    if (stop.aborted) throw new StoreError("conflict", "the process stops before the effect is settled");
    if (ending.aborted) return { state: "unknowable", reason: "the run ended before the effect was settled" };
  }
}

type WriteResult = {
  result: AttemptResult;
  settling: SettlementMethod | undefined;
  effect: EffectRecord;
  tool: RunTool;
};

function settled({ result, settling, effect, tool }: WriteResult): ToolCallResult {
  const whole = result.ok || settling === undefined ? result : { ...result, settling };
  const after = { ...effect, state: stateAfter(whole) };
  if (whole.ok || whole.settling === undefined) return { observation: toObservation(whole, tool), effect: after };
  const { code, message } = whole.error;
  const explanation = `${code}: ${message} It may have taken effect: check before requesting it again.`;
  return { observation: failed(callErrors.outcome_unknown, explanation), effect: after };
}

function newEffect(execution: Execution, { unit, toolId, input }: ToolCallRequest): EffectRecord {
  const { tenant, requestId } = execution.state;
  const argsHash = contentHashFull(input);
  const owner = { tenant, key: effectKeyOf(execution, unit), runId: effectOwner(requestId), unit, attempt: 1 };
  return { ...owner, verb: toolId, argsHash, state: "sent", at: execution.parts.clock.now() };
}

/** Owner of the effects of a loop. */
export function effectOwner(requestId: string): string {
  return `react:${requestId}`;
}

function send(
  { parts, state, guard, mayPause }: Execution,
  { unit, toolId, input, inFlight }: ToolCallRequest,
  { attempt, effect, place }: { attempt: number; effect?: EffectRecord; place?: number | undefined },
): Promise<AttemptResult> {
  const call = { verb_id: toolId, payload: input, request_id: `${state.requestId}:${unit}`, caller: verbCaller };
  const { tenant, principal } = state;
  const pausesForDraft = mayPause && parts.approvals !== undefined;
  const rateWait = { place, latest: state.deadlineAt };
  const options = { tenant, attempt, pausesForDraft, rateWait, ...compact({ principal }) };
  const { verbs, clock } = parts;
  if (effect === undefined) return callVerb({ verbs, clock, inFlight }, call, options);
  const keyed = { ...options, effectKey: effect.key };
  if (guard === undefined) return callVerb({ verbs, clock, inFlight }, call, keyed);
  return callUnderLease({ verbs, clock, inFlight, guard }, call, keyed);
}

function toObservation(result: AttemptResult, { declared: asked }: RunTool): Observation {
  if (!result.ok) return { ok: false, error: result.error };
  const misfit = asked.output_schema === undefined ? undefined : schemaMismatch(asked.output_schema, result.output);
  if (misfit !== undefined) return failed(callErrors.invalid_output, `the output does not match the schema: ${misfit}`);
  return { ok: true, output: result.output };
}

function failed(code: string, message: string): Observation {
  return { ok: false, error: { code, message } };
}
