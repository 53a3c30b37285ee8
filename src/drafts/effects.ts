import { effectKeys } from "../contracts/actions/effect-keys.ts";
import type { EffectRecord } from "../ports/effect-record.ts";
import type { Tx } from "../ports/store.ts";
import { wholeHash } from "./action-hash.ts";
import type { StoredAction } from "./stored-draft.ts";

/** A run that applies a Draft, and the actions it executes. */
type ApplyKeys = {
  tenant: string;
  draftId: string;
  runId: string;
  actions: readonly StoredAction[];
  at: number;
};

/**
 * Reserves the keys of the Draft and of its actions for this run. A second apply of the same Draft, from any process,
 * conflicts; a retry takes them over from the failed run.
 */
export function reserveKeys(tx: Tx, applying: ApplyKeys, before: string | undefined): void {
  const records = [
    applyRecord(applying),
    ...applying.actions.filter(isWriting).map((kept) => actionRecord(applying, kept)),
  ];
  for (const effect of records)
    if (before === undefined) tx.reserve(effect);
    else tx.moveEffect(effect, ["reserved"], before);
}

/** Confirms the keys of finished actions; the others stay reserved for a retry. */
export function confirmKeys(tx: Tx, applying: ApplyKeys, isApplied: boolean): void {
  const done = applying.actions.filter((kept) => isWriting(kept) && kept.outcome.status === "SUCCEEDED");
  const records = [...(isApplied ? [applyRecord(applying)] : []), ...done.map((kept) => actionRecord(applying, kept))];
  for (const effect of records) tx.moveEffect({ ...effect, state: "confirmed" }, ["reserved"]);
}

function applyRecord({ tenant, draftId, runId, actions, at }: ApplyKeys): EffectRecord {
  const key = effectKeys.apply(draftId);
  const argsHash = wholeHash(actions);
  return { tenant, key, runId, unit: "apply", attempt: 1, verb: "drafts.apply", argsHash, state: "reserved", at };
}

function actionRecord({ tenant, draftId, runId, at }: ApplyKeys, { id, action, hash }: StoredAction): EffectRecord {
  const key = effectKeys.action(draftId, id);
  const unit = `action:${id}`;
  return { tenant, key, runId, unit, attempt: 1, verb: action.tool_slug, argsHash: hash, state: "reserved", at };
}

function isWriting({ writes }: StoredAction): boolean {
  return writes;
}
