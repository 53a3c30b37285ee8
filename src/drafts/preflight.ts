import { timestampOf } from "../contracts/timestamp.ts";
import { contentHashFull } from "../plan/hash.ts";
import type { EffectRecord } from "../ports/effect-record.ts";
import type { Tx } from "../ports/store.ts";
import { isSame, previewChanges } from "./change-preview.ts";
import { hashesNow } from "./create-draft.ts";
import type { FoundOpenDraft } from "./decide-on-draft.ts";
import { type DraftDeps, toolboxOf, neverAborts } from "./draft-deps.ts";
import { gate } from "./gate/gate.ts";
import { isDone, type StoredAction } from "./stored-draft.ts";
import { details } from "./texts/details.ts";
import { refuse, type Refusal } from "./texts/refuse.ts";

/** The actions as they are now, and the ledger changes to write when the run starts. */
export type PreflightPass = { ok: true; actions: StoredAction[]; inTransaction: (tx: Tx) => void };

/**
 * Checks everything that may have changed since the Draft was shown: its tools, the gate's rules, the records it
 * changes, and the writes whose outcome was unknown.
 */
export async function preflight(
  deps: DraftDeps,
  tenant: string,
  open: FoundOpenDraft,
): Promise<PreflightPass | Refusal> {
  const refusal = refuseChangedRules(deps, tenant, open) ?? (await refuseChangedRecords(deps, tenant, open));
  if (refusal !== undefined) return refusal;
  const settled = await Promise.all(open.draft.actions.map((kept) => settleAction(deps, tenant, kept)));
  const unknowable = settled.filter(({ isUnknowable }) => isUnknowable);
  if (unknowable.length > 0) {
    const detail = details.unknowable[open.locale](previews(unknowable.map(({ kept }) => kept)));
    return refuse("CONFLICT", { locale: open.locale, detail });
  }
  const moves = settled.flatMap(({ move }) => move ?? []);
  return {
    ok: true,
    actions: settled.map(({ kept }) => kept),
    inTransaction(tx) {
      for (const { effect, from } of moves) tx.moveEffect(effect, [from]);
    },
  };
}

function refuseChangedRules(deps: DraftDeps, tenant: string, { draft, locale }: FoundOpenDraft): Refusal | undefined {
  const toolbox = toolboxOf(deps, tenant);
  const hashes = hashesNow(draft.plan.actions, toolbox);
  if (draft.actions.some(({ hash }, at) => hash !== hashes[at]))
    return refuse("CONFLICT", { locale, detail: details.toolsChanged[locale]() });
  const outcome = gate(draft.plan, { toolbox, rules: deps.rules, settled: draft });
  return outcome.kind === "refused" ? refuse(outcome.code, { locale, issues: outcome.issues }) : undefined;
}

/** The value shown as "before" must be unchanged. A record that cannot be read now blocks the write. */
async function refuseChangedRecords(
  deps: DraftDeps,
  tenant: string,
  { draft, locale }: FoundOpenDraft,
): Promise<Refusal | undefined> {
  const seen = draft.actions.filter(
    (kept) => kept.preview !== null && kept.outcome.status !== "UNKNOWN" && !isDone(kept),
  );
  const looks = await previewChanges(
    seen.map(({ action }) => action),
    { verbs: deps.verbs, tenant, signal: neverAborts },
  );
  const unseen = seen.filter((_, at) => looks[at] === undefined);
  if (unseen.length > 0) return refuse("DEPENDENCY_DOWN", { locale, detail: previews(unseen) });
  const changed = seen.filter(
    ({ preview }, at) => preview !== null && !isSame(preview.before, looks[at]?.before ?? {}),
  );
  if (changed.length === 0) return undefined;
  return refuse("CONFLICT", { locale, detail: details.recordChanged[locale](previews(changed)) });
}

type EffectMove = { effect: EffectRecord; from: EffectRecord["state"] };
type SettledAction = { kept: StoredAction; isUnknowable?: true; move?: EffectMove };

/**
 * Reads back an effect that the ledger has under the action's key: an unknown outcome is never resent blindly, and a
 * write of an earlier Draft may have been undone since.
 */
async function settleAction(deps: DraftDeps, tenant: string, kept: StoredAction): Promise<SettledAction> {
  if (!kept.writes || isDone(kept)) return { kept };
  const { tool_slug: verb, args, idempotency_scope: key } = kept.action;
  const effect = await deps.store.effect(tenant, key);
  const isUnknown = kept.outcome.status === "UNKNOWN" && effect?.state === "unknown";
  if (effect === undefined || (!isUnknown && effect.state !== "confirmed")) return { kept };
  const options = { signal: neverAborts, tenant, effectKey: key };
  const canAsk = deps.verbs.describe(verb, tenant)?.canReadBack === true;
  const found = canAsk ? await deps.verbs.readBack(verb, { key, payload: args }, options) : undefined;
  if (found?.state === "absent")
    return { kept, move: { effect: { ...effect, state: "reserved" }, from: effect.state } };
  if (!isUnknown) return { kept };
  if (found?.state !== "done") return { kept, isUnknowable: true };
  const outcome = { status: "SUCCEEDED", at: timestampOf(deps.clock.now()), output: found.output } as const;
  const argsHash = contentHashFull(args);
  return {
    kept: { ...kept, outcome },
    move: { effect: { ...effect, argsHash, state: "confirmed", output: found.output }, from: "unknown" },
  };
}

function previews(actions: readonly StoredAction[]): string {
  return actions.map(({ action }) => action.preview).join("; ");
}
