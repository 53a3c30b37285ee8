import { timestampOf } from "../contracts/timestamp.ts";
import { contentHashFull } from "../plan/hash.ts";
import type { Issue } from "../plan/issue.ts";
import type { JsonObject } from "../plan/json.ts";
import { joinPointer } from "../plan/pointer.ts";
import type { EffectRecord } from "../ports/effect-record.ts";
import type { Tx } from "../ports/store.ts";
import type { ChangePreview } from "../ports/verbs.ts";
import { isSame, previewChanges } from "./change-preview.ts";
import { hashesNow } from "./create-draft.ts";
import type { FoundOpenDraft } from "./decide-on-draft.ts";
import { toolboxOf } from "../runs/argument-issues.ts";
import { type DraftDeps, neverAborts } from "./draft-deps.ts";
import { gate } from "./gate/gate.ts";
import { isDone, type StoredAction } from "./stored-draft.ts";
import { details } from "./texts/details.ts";
import { refuse, type Refusal } from "./texts/refuse.ts";

/** The actions as they are now, and the ledger changes to write when the run starts. */
type PreflightPass = { ok: true; actions: StoredAction[]; inTransaction: (tx: Tx) => void };

/**
 * Checks everything that may have changed since the Draft was shown: its tools, the gate's rules, the records it
 * changes, and the writes whose outcome was unknown.
 */
export async function preflight(
  deps: DraftDeps,
  tenant: string,
  open: FoundOpenDraft,
): Promise<PreflightPass | RecordsChanged | Refusal> {
  const refusal = refuseChangedRules(deps, tenant, open) ?? (await refuseChangedRecords(deps, tenant, open));
  if (refusal !== undefined) return refusal;
  const settled = await Promise.all(open.draft.actions.map((kept) => settleAction(deps, tenant, kept)));
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

/** A refusal with the actions as the records are now. */
type RecordsChanged = Refusal & { actions: StoredAction[] };

/** The value shown as "before" must be unchanged. A record that cannot be read now blocks the write. */
async function refuseChangedRecords(
  deps: DraftDeps,
  tenant: string,
  { draft, locale }: FoundOpenDraft,
): Promise<RecordsChanged | Refusal | undefined> {
  const shown = draft.actions.filter((one) => one.preview !== null && one.outcome.status !== "UNKNOWN" && !isDone(one));
  const previews = await previewChanges(
    shown.map(({ action }) => action),
    { verbs: deps.verbs, tenant, signal: neverAborts },
  );
  const unread = shown.filter((_, at) => previews[at] === undefined);
  if (unread.length > 0) return refuse("DEPENDENCY_DOWN", { locale, detail: listOf(unread) });
  const now = new Map(shown.map(({ id }, at) => [id, previews[at]]));
  const changed = shown.filter(({ id, preview }) => !isSame(preview?.before ?? {}, now.get(id)?.before ?? {}));
  if (changed.length === 0) return undefined;
  const changes = changed.map(({ id, action }) => `${action.preview} (${toText(now.get(id))})`).join("; ");
  const actions = draft.actions.map((one) => {
    const preview = now.get(one.id);
    return preview === undefined ? one : { ...one, preview: { before: preview.before, after: preview.after } };
  });
  const issues = changed.flatMap((one) => changedFields(one, now.get(one.id)?.before ?? {}));
  return { ...refuse("CONFLICT", { locale, detail: details.recordChanged[locale](changes), issues }), actions };
}

/** The fields that differ from what was shown, each with its current value as JSON. */
function changedFields({ id, preview }: StoredAction, now: JsonObject): Issue[] {
  return Object.entries(now).flatMap(([field, value]) => {
    if (JSON.stringify(value) === JSON.stringify(preview?.before[field])) return [];
    return [{ code: "VALUE_CHANGED", pointer: joinPointer(`/actions/${id}`, field), message: JSON.stringify(value) }];
  });
}

/** The record's current values, or why it cannot be read. */
function toText(preview: ChangePreview | undefined): string {
  return preview?.missing ?? JSON.stringify(preview?.before ?? {});
}

type EffectMove = { effect: EffectRecord; from: EffectRecord["state"] };
type SettledAction = { kept: StoredAction; move?: EffectMove };

/**
 * Reads back an effect that the ledger has under the action's key: a write of an earlier Draft may have been undone since.
 * What the tool cannot tell, the run asks a person before it sends anything.
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
  if (found?.state !== "done") return { kept };
  const outcome = { status: "SUCCEEDED", at: timestampOf(deps.clock.now()), output: found.output } as const;
  const argsHash = contentHashFull(args);
  return {
    kept: { ...kept, outcome },
    move: { effect: { ...effect, argsHash, state: "confirmed", output: found.output }, from: "unknown" },
  };
}

function listOf(actions: readonly StoredAction[]): string {
  return actions.map(({ action }) => action.preview).join("; ");
}
