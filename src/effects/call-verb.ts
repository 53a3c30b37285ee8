import { VerbAnswer, type VerbCall } from "../contracts/react/verb.ts";
import type { Clock } from "../ports/clock.ts";
import type { LeaseGuard } from "../ports/engine.ts";
import type { AttemptResult } from "../ports/fact.ts";
import { StoreError } from "../ports/store-error.ts";
import type { JsonObject } from "../plan/json.ts";
import type { RateWait, ReadBack, VerbOptions, Verbs } from "../ports/verbs.ts";
import { withDeadline, type InFlight } from "./in-flight.ts";

type VerbCallParts = { verbs: Verbs; clock: Clock };
type CallParts = VerbCallParts & { inFlight: InFlight };
type CallOptions = Omit<VerbOptions, "signal" | "stillLeased" | "onHeartbeat" | "rateWait"> & {
  /** See `VerbOptions`; the result has the assigned time as `retryAt`. */
  rateWait: Omit<RateWait, "onPlace">;
};

/**
 * Executes a verb that writes, while the lease is held. Rejects with a conflict when another worker owns the lease; then
 * nothing was sent from here.
 */
export async function callUnderLease(
  parts: CallParts & { guard: LeaseGuard },
  call: VerbCall,
  options: CallOptions,
): Promise<AttemptResult> {
  const { guard } = parts;
  for (;;) {
    if (!(await guard.confirm())) throw new StoreError("conflict", "the work was taken over by another worker");
    const result = await callVerb(parts, call, { ...options, stillLeased: () => guard.stillLeased() });
    const wasStale = !result.ok && result.error.code === "not_sent" && !guard.stillLeased();
    if (!wasStale || parts.inFlight.abort.signal.aborted) return result;
  }
}

/** Executes a verb. Never rejects: every failure is a result. */
export function callVerb(
  { verbs, clock, inFlight }: CallParts,
  call: VerbCall,
  given: CallOptions & Pick<VerbOptions, "stillLeased">,
): Promise<AttemptResult> {
  let retryAt: number | undefined;
  const options: VerbOptions = {
    ...given,
    signal: inFlight.abort.signal,
    onHeartbeat: () => inFlight.extend?.(),
    rateWait: { ...given.rateWait, onPlace: (at) => (retryAt = at) },
  };
  const withPlace = (result: AttemptResult): AttemptResult =>
    result.ok || retryAt === undefined ? result : { ...result, retryAt };
  return withDeadline<AttemptResult>(clock, inFlight, {
    timeoutMs: verbs.describe(call.verb_id, options.tenant)?.timeoutMs ?? 0,
    onGiveUp: (code) => failed(code, "the router did not answer in time"),
    onError: (error) => failed("connection_lost", String(error)),
    work: () => verbs.execute(call, options).then((answer) => withPlace(toResult(answer))),
  });
}

type ReadBackRequest = { verb: string; key: string; payload: JsonObject; tenant: string };

/** Asks whether the write under a key happened. Never rejects: a failure says nothing about the effect. */
export function readBackEffect(
  { verbs, clock }: VerbCallParts,
  inFlight: InFlight,
  { verb, key, payload, tenant }: ReadBackRequest,
): Promise<ReadBack> {
  const unknowable = (why: unknown): ReadBack => ({ state: "unknowable", reason: String(why) });
  return withDeadline<ReadBack>(clock, inFlight, {
    timeoutMs: verbs.describe(verb, tenant)?.timeoutMs ?? 0,
    onGiveUp: unknowable,
    onError: unknowable,
    work: () => verbs.readBack(verb, { key, payload }, { signal: inFlight.abort.signal, tenant, effectKey: key }),
  });
}

/** Anything but a valid answer leaves the outcome unknown. The common success is checked without the schema. */
function toResult(given: VerbAnswer | undefined): AttemptResult {
  if (given?.ok === true && given.error === null && given.output !== undefined)
    return { ok: true, output: given.output };
  const answer = VerbAnswer.safeParse(given).data;
  if (answer === undefined) return failed("connection_lost", "the router returned no valid answer");
  return answer.ok ? { ok: true, output: answer.output } : { ok: false, error: answer.error };
}

function failed(code: string, message: string): AttemptResult {
  return { ok: false, error: { code, message } };
}
