import { compact } from "../plan/compact.ts";
import { settleMs } from "../effects/settlement.ts";
import type { CheckResult } from "../plan/check-result.ts";
import type { JsonObject } from "../plan/json.ts";
import type { EffectRecord } from "../ports/effect-record.ts";
import { type Fact, unitKey } from "../ports/fact.ts";
import type { Run } from "../ports/run.ts";
import type { Tx } from "../ports/store.ts";
import { createRun, type CreateParts } from "./create-run.ts";
import { planOfCall } from "./queue-run.ts";

/** A write whose sender, which is no run, ended without knowing its outcome. */
export type LostWrite = { effect: EffectRecord; args: JsonObject; caller: string; agentRunId?: string; text: string };

/**
 * A run that finds out what became of a write: the tool is asked where it can tell, otherwise a person, who alone lets it be
 * sent again. It takes over the effect; the same write has one such run.
 */
export function settleEffect(parts: CreateParts, lost: LostWrite): Promise<CheckResult<Run>> {
  const { effect, args, caller, agentRunId, text } = lost;
  const { tenant, key, verb, argsHash, at: startedAt } = effect;
  const spec = parts.verbs.describe(verb, tenant);
  const effects = { class: spec?.effect ?? "unknown", scope: key };
  const policy = { dependsOn: [], onError: "abort" as const, retries: 0, escalate: false };
  const plan = planOfCall({ kind: "tool", id: step, tool: verb, args, ...policy, effect: effects }, { text });
  const message = "whoever asked for the call ended before its outcome was known";
  const fact: Fact = {
    kind: "attempt",
    step,
    attempt: 1,
    verb,
    argsHash,
    startedAt,
    result: {
      ok: false,
      error: { code: "connection_lost", message },
      settling: spec?.canReadBack === true ? "read_back" : "operator",
      settleAt: parts.clock.now() + settleMs(spec?.timeoutMs),
    },
  };
  const takeOver = (tx: Tx, { id: runId }: Run): void =>
    tx.moveEffect(
      { ...effect, runId, unit: unitKey({ step }), attempt: 1, state: "unknown" },
      ["unknown"],
      effect.runId,
    );
  const request = { tenant, plan, caller, idempotencyKey: `settle:${key}`, inTransaction: takeOver };
  return createRun(parts, { ...request, ...compact({ agentRunId }) }, [fact]);
}

const step = "call";
