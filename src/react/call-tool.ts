import type { Observation } from "../contracts/react/trace.ts";
import { callHeld, callVerb } from "../effects/call-verb.ts";
import { effectErrors } from "../effects/effect-errors.ts";
import { bounded, type InFlight } from "../effects/in-flight.ts";
import { settlingOf, stateAfter } from "../effects/ledger.ts";
import { contentHashFull } from "../plan/hash.ts";
import type { JsonObject } from "../plan/json.ts";
import type { EffectRecord } from "../ports/effect-record.ts";
import type { AttemptResult, Settling } from "../ports/fact.ts";
import type { ReadBack, VerbSpec } from "../ports/verbs.ts";
import { misfitOf } from "./judge-call.ts";
import type { Leg } from "./leg.ts";
import { callErrors } from "./call-errors.ts";
import type { RunTool } from "./tool-table.ts";
import { askVetoes } from "./veto.ts";

export const verbCaller = "planner-react";

/** What a call came to, and the effect as it stands after it where the verb writes. */
export type Called = { observation: Observation; effect?: EffectRecord };

export type Calling = { unit: string; toolId: string; input: JsonObject; tool: RunTool; inFlight: InFlight };

/** Makes one call through the router. A write is in the ledger before it goes, and is never sent blindly again. */
export async function callTool(leg: Leg, calling: Calling): Promise<Called> {
  const { toolId, input, tool, unit } = calling;
  const { spec } = tool;
  const { requestId, tenant, request } = leg.state;
  const held = leg.ledger.get(effectKeyOf(leg, unit));
  const wasSent = held !== undefined && held.state !== "reserved";
  if (!wasSent && leg.parts.vetoes.length > 0) {
    const reason = await askVetoes(leg.parts.vetoes, { tenant, requestId, request, verb: spec, toolId, input });
    if (reason !== undefined) return { observation: failed(callErrors.denied, reason) };
  }
  if (spec === undefined || spec.retryClass === "safe")
    return { observation: toObservation(await send(leg, calling, { attempt: 1 }), tool) };
  return write(leg, calling, { spec, effect: held ?? newEffect(leg, calling), wasSent });
}

function effectKeyOf({ state: { requestId } }: Leg, unit: string): string {
  return `react:${requestId}:${unit}`;
}

/** How often a write without an answer is settled before its outcome is left unknown. */
const mostSettlings = 2;

type Write = {
  spec: VerbSpec;
  effect: EffectRecord;
  /** By a process that ended before it had the answer. */
  wasSent: boolean;
};

async function write(leg: Leg, calling: Calling, { spec, effect, wasSent }: Write): Promise<Called> {
  const lost = { ok: false, error: effectErrors.answer_lost } as const;
  let result = wasSent ? lost : await sendFirst(leg, calling, effect);
  for (let times = 0; ; times += 1) {
    const settling = settlingOf(result, spec);
    const next = times === mostSettlings ? undefined : await settle(leg, calling, { settling, effect, times });
    if (next === undefined) return settled({ result, settling, effect, tool: calling.tool });
    result = next;
  }
}

/** A worker told to leave before the call went out takes the effect back: it counts as never sent. */
async function sendFirst(leg: Leg, calling: Calling, effect: EffectRecord): Promise<AttemptResult> {
  leg.writer.add(leg.ledger.send({ ...effect, state: "sent" }));
  await leg.writer.flush();
  try {
    return await send(leg, calling, { attempt: 1, effect });
  } catch (refused) {
    leg.writer.add(leg.ledger.move({ ...effect, state: "reserved" }));
    throw refused;
  }
}

type Unsettled = { settling: Settling | undefined; effect: EffectRecord; times: number };

/** Another result for a write whose answer was lost; undefined where there is nothing to settle, or no way to. */
async function settle(
  leg: Leg,
  calling: Calling,
  { settling, effect, times }: Unsettled,
): Promise<AttemptResult | undefined> {
  if (settling === undefined || settling === "operator" || calling.inFlight.abort.signal.aborted) return undefined;
  const attempt = times + 2;
  if (settling === "resend") return send(leg, calling, { attempt, effect });
  const found = await askBack(leg, calling, effect);
  if (found.state === "done") return { ok: true, output: found.output };
  return found.state === "absent" ? send(leg, calling, { attempt, effect }) : undefined;
}

type Result = { result: AttemptResult; settling: Settling | undefined; effect: EffectRecord; tool: RunTool };

function settled({ result, settling, effect, tool }: Result): Called {
  const whole = result.ok || settling === undefined ? result : { ...result, settling };
  const after = { ...effect, state: stateAfter(whole) };
  if (whole.ok || whole.settling === undefined) return { observation: toObservation(whole, tool), effect: after };
  const { code, message } = whole.error;
  const told = `${code}: ${message} It may have been carried out: find out before it is asked for again.`;
  return { observation: failed(callErrors.outcome_unknown, told), effect: after };
}

function newEffect(leg: Leg, { unit, toolId, input }: Calling): EffectRecord {
  const { tenant, requestId } = leg.state;
  const argsHash = contentHashFull(input);
  const owner = { tenant, key: effectKeyOf(leg, unit), runId: effectOwner(requestId), unit, attempt: 1 };
  return { ...owner, verb: toolId, argsHash, state: "sent", at: leg.parts.clock.now() };
}

/** Who holds the effects of a loop. */
export function effectOwner(requestId: string): string {
  return `react:${requestId}`;
}

function send(
  { parts, state, hold }: Leg,
  { unit, toolId, input, inFlight }: Calling,
  { attempt, effect }: { attempt: number; effect?: EffectRecord },
): Promise<AttemptResult> {
  const call = { verb_id: toolId, payload: input, request_id: `${state.requestId}:${unit}`, caller: verbCaller };
  const options = { inFlight, tenant: state.tenant, attempt };
  if (effect === undefined) return callVerb(parts, call, options);
  return callHeld(parts, call, { ...options, effectKey: effect.key, hold });
}

function askBack(
  { parts, state }: Leg,
  { toolId, input, inFlight }: Calling,
  { key }: EffectRecord,
): Promise<ReadBack> {
  const unknowable = (why: unknown): ReadBack => ({ state: "unknowable", reason: String(why) });
  const options = { signal: inFlight.abort.signal, tenant: state.tenant, effectKey: key };
  return bounded(parts.clock, inFlight, {
    timeoutMs: parts.verbs.describe(toolId, state.tenant)?.timeoutMs ?? 0,
    givenUp: unknowable,
    failed: unknowable,
    work: () => parts.verbs.readBack(toolId, { key, payload: input }, options),
  });
}

function toObservation(result: AttemptResult, { asked }: RunTool): Observation {
  if (!result.ok) return { ok: false, error: result.error };
  const misfit = asked.output_schema === undefined ? undefined : misfitOf(asked.output_schema, result.output);
  if (misfit !== undefined) return failed(callErrors.invalid_output, `the tool answered something else: ${misfit}`);
  return { ok: true, output: result.output };
}

function failed(code: string, message: string): Observation {
  return { ok: false, error: { code, message } };
}
