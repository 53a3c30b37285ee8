import type { EffectRecord, EffectState } from "../ports/effect-record.ts";
import type { AttemptResult, SettlementMethod } from "../ports/fact.ts";
import { StoreError } from "../ports/store-error.ts";
import { hasEnded } from "../ports/run.ts";
import type { Store, Tx } from "../ports/store.ts";
import { outcomeOf } from "../ports/verb-errors.ts";
import type { VerbSpec } from "../ports/verbs.ts";

export type Change = (tx: Tx) => void;

/** A run's view of its effects and the changes that move them. */
export type Ledger = {
  get(key: string): EffectRecord | undefined;
  /** Marks the effect as sent; call only after this is durable. */
  send(effect: EffectRecord): Change;
  /** Moves an effect that this run holds. */
  move(effect: EffectRecord): Change;
  /** Registers an effect that was acquired in a transaction of its own. */
  hold(effect: EffectRecord): void;
  all(): EffectRecord[];
};

export function createLedger(records: readonly EffectRecord[]): Ledger {
  const held = new Map(records.map((record) => [record.key, record]));
  const move = (effect: EffectRecord): Change => {
    const from: EffectState = held.get(effect.key)?.state ?? "sent";
    held.set(effect.key, effect);
    return (tx) => tx.moveEffect(effect, [from]);
  };
  return {
    get: (key) => held.get(key),
    send(effect) {
      if (held.has(effect.key)) return move(effect);
      held.set(effect.key, effect);
      return (tx) => tx.reserve(effect);
    },
    move,
    hold: (effect) => void held.set(effect.key, effect),
    all: () => [...held.values()],
  };
}

/** How to settle a call with an unknown outcome; undefined when the answer is conclusive. */
export function settlingOf(result: AttemptResult, spec: VerbSpec | undefined): SettlementMethod | undefined {
  if (result.ok || spec === undefined || spec.retryClass === "safe") return undefined;
  const isLost = result.error.code === effectErrors.answer_lost.code;
  if (!isLost && outcomeOf(result.error) === "none") return undefined;
  if (spec.retryClass === "keyed") return "resend";
  return spec.canReadBack ? "read_back" : "operator";
}

/** The state of an effect after its attempt ended with this result. */
export function stateAfter(result: AttemptResult): EffectState {
  if (result.ok) return "confirmed";
  return result.settling === undefined ? "reserved" : "unknown";
}

/**
 * The result of acquiring a key that other runs may use. `spent`: an earlier write under the key was confirmed. `unsettled`: the
 * run that sent it has ended and nobody knows its outcome, so it is ours to settle.
 */
type AcquireResult =
  | { kind: "ours" | "unsettled"; effect: EffectRecord }
  | { kind: "spent"; by: EffectRecord }
  | { kind: "refused"; result: AttemptResult };

/**
 * Acquires a shared key and marks it as sent, or says what another run did under it. Each attempt is a transaction of its
 * own; after a lost race the record is read again. `gone` is a confirmed effect that no longer exists outside.
 */
export async function acquire(store: Store, wanted: EffectRecord, gone?: EffectRecord): Promise<AcquireResult> {
  for (;;) {
    const found = await store.effect(wanted.tenant, wanted.key);
    const isGone = found?.state === "confirmed" && found.runId === gone?.runId && found.at === gone.at;
    const instead = found === undefined || isGone ? undefined : answerFrom(found, wanted);
    const isLeft = found?.state === "unknown" && instead !== undefined && (await isLeftBehind(store, found, wanted));
    if (instead !== undefined && !isLeft) return instead;
    const effect: EffectRecord = isLeft ? { ...wanted, state: "unknown" } : wanted;
    try {
      await store.write((tx) => {
        if (found === undefined) tx.reserve(effect);
        else tx.moveEffect(effect, [found.state], found.runId);
      });
      return { kind: isLeft ? "unsettled" : "ours", effect };
    } catch (error) {
      if (!(error instanceof StoreError) || error.code !== "conflict") throw error;
    }
  }
}

/** Whether this very write was sent by a run that will not settle it any more. */
async function isLeftBehind(store: Store, found: EffectRecord, wanted: EffectRecord): Promise<boolean> {
  if (found.argsHash !== wanted.argsHash || found.runId === wanted.runId) return false;
  const run = await store.run(found.tenant, found.runId);
  return run === undefined || hasEnded(run);
}

function answerFrom(found: EffectRecord, wanted: EffectRecord): AcquireResult | undefined {
  if (found.state === "reserved") return undefined;
  const isSameUnit = found.runId === wanted.runId && found.unit === wanted.unit;
  // A frozen worker can mark it as sent after it lost its lease; it checks the lease again before it calls.
  if (isSameUnit && found.state !== "confirmed") return undefined;
  if (found.argsHash !== wanted.argsHash) {
    const message = `the scope ${wanted.key} was already used with other arguments by run ${found.runId}; give the step another scope, or start the run with repeat`;
    return { kind: "refused", result: { ok: false, error: { ...effectErrors.effect_conflict, message } } };
  }
  if (found.state === "confirmed") return { kind: "spent", by: found };
  const message = `run ${found.runId} uses the scope ${wanted.key} and has not settled it`;
  return { kind: "refused", result: { ok: false, error: { ...effectErrors.effect_elsewhere, message } } };
}

/** Errors of writes with an uncertain outcome. Codes are stable; people read the messages. */
export const effectErrors = {
  answer_lost: row("answer_lost", "The process ended after the call was sent and before its answer was stored."),
  effect_conflict: row("effect_conflict", "The idempotency key was already used with other arguments."),
  effect_elsewhere: row("effect_elsewhere", "Another run uses the idempotency key and its effect is not settled yet."),
} as const;

function row<Code extends string>(code: Code, message: string): { code: Code; message: string } {
  return { code, message };
}
