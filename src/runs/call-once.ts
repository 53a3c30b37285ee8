import { settlingOf } from "../effects/ledger.ts";
import type { VerbAnswer, VerbCall } from "../contracts/react/verb.ts";
import { contentHashFull } from "../plan/hash.ts";
import type { EffectRecord } from "../ports/effect-record.ts";
import { isConflict } from "../ports/store-error.ts";
import type { Tx } from "../ports/store.ts";
import type { VerbOptions } from "../ports/verbs.ts";
import type { CreateParts } from "./create-run.ts";
import { runErrors } from "./run-errors.ts";
import { settleEffect } from "./settle-effect.ts";

/** A call without a run, under a key of its caller. */
export type KeyedCall = { call: VerbCall; options: VerbOptions; key: string };

/**
 * Sends a write once for its key, also if the process ends in between. What became of it then is found out by a run of its
 * own, and the caller is told that it is not known.
 */
export async function callOnce(parts: CreateParts, { call, options, key: given }: KeyedCall): Promise<VerbAnswer> {
  const { verbs, clock, store } = parts;
  const { verb_id: verb, payload } = call;
  const { tenant = "" } = options;
  const spec = verbs.describe(verb, tenant);
  if (spec === undefined || spec.retryClass === "safe") return verbs.execute(call, options);
  const key = `call:${given}`;
  const argsHash = contentHashFull(payload);
  const own = { tenant, key, runId: key, unit: "call", attempt: 1, verb, argsHash, at: clock.now() };
  const settle = async (lost: EffectRecord): Promise<void> => {
    if (spec.retryClass === "keyed") return;
    const effect: EffectRecord = { ...lost, state: "unknown" };
    await store.write((tx) => tx.moveEffect(effect, ["sent", "unknown"]));
    await settleEffect(parts, {
      effect,
      args: payload,
      caller: options.principal ?? call.caller,
      text: `${verb} of ${call.request_id}`,
    });
  };
  const found = await store.effect(tenant, key);
  if (found !== undefined && (found.verb !== verb || found.argsHash !== argsHash)) return conflict;
  if (found?.state === "confirmed") return { ok: true, output: found.output ?? null, error: null };
  const isLost = found !== undefined && found.state !== "reserved" && spec.retryClass !== "keyed";
  if (isLost) {
    if (found.runId === key) await settle(found);
    return unknown;
  }
  const effect: EffectRecord = { ...own, state: "sent" };
  const take = (tx: Tx): void =>
    found === undefined ? tx.reserve(effect) : tx.moveEffect(effect, [found.state], found.runId);
  await store.write(take);
  const answer = await verbs.execute(call, { ...options, effectKey: key });
  const settling = answer.ok ? undefined : settlingOf({ ok: false, error: answer.error }, spec);
  if (settling !== undefined) await settle(effect).catch(unlessTakenOver);
  else {
    const after: EffectRecord = answer.ok
      ? { ...effect, state: "confirmed", output: answer.output }
      : { ...effect, state: "reserved" };
    await store.write((tx) => tx.moveEffect(after, ["sent"])).catch(unlessTakenOver);
  }
  return answer;
}

/** A repeated request found the call without an answer, and had somebody find out: the answer came after all. */
function unlessTakenOver(error: unknown): void {
  if (!isConflict(error)) throw error;
}

const message = "an earlier request with this key was sent and not answered; a run finds out what became of it";
const conflict: VerbAnswer = { ok: false, output: null, error: runErrors.effect_conflict };
const unknown: VerbAnswer = { ok: false, output: null, error: { code: "connection_lost", message } };
