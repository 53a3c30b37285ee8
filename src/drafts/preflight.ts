import { timestampOf } from "../contracts/timestamp.ts";
import { contentHashFull } from "../plan/hash.ts";
import type { EffectRecord } from "../ports/effect-record.ts";
import type { Tx } from "../ports/store.ts";
import { isSame, lookAt } from "./before.ts";
import { hashesNow } from "./build.ts";
import type { Open } from "./decide-on.ts";
import { type Room, toolboxOf, unending } from "./draft-parts.ts";
import { gate } from "./gate/gate.ts";
import { isDone, type KeptAction } from "./stored-draft.ts";
import { details } from "./words/details.ts";
import { refuse, type Refusal } from "./words/refuse.ts";

/** Cleared for take-off: the actions as they now stand, and what the ledger has to be told with the start. */
export type Cleared = { ok: true; actions: KeptAction[]; along: (tx: Tx) => void };

/**
 * Everything that may have changed since the Draft was shown: its tools, the gate's rules, the records it is about, and
 * what became of writes whose outcome was not known.
 */
export async function preflight(room: Room, tenant: string, open: Open): Promise<Cleared | Refusal> {
  const refusal = rulesChanged(room, tenant, open) ?? (await recordsChanged(room, tenant, open));
  if (refusal !== undefined) return refusal;
  const settled = await Promise.all(open.draft.actions.map((kept) => settle(room, tenant, kept)));
  const unknowable = settled.filter(({ isUnknowable }) => isUnknowable);
  if (unknowable.length > 0) {
    const detail = details.unknowable[open.locale](previews(unknowable.map(({ kept }) => kept)));
    return refuse("CONFLICT", { locale: open.locale, detail });
  }
  const moves = settled.flatMap(({ move }) => move ?? []);
  return {
    ok: true,
    actions: settled.map(({ kept }) => kept),
    along(tx) {
      for (const { effect, from } of moves) tx.moveEffect(effect, [from]);
    },
  };
}

function rulesChanged(room: Room, tenant: string, { draft, locale }: Open): Refusal | undefined {
  const toolbox = toolboxOf(room, tenant);
  const hashes = hashesNow(draft.plan.actions, toolbox);
  if (draft.actions.some(({ hash }, at) => hash !== hashes[at]))
    return refuse("CONFLICT", { locale, detail: details.toolsChanged[locale]() });
  const passage = gate(draft.plan, { toolbox, rules: room.rules, settled: draft });
  return passage.kind === "refused" ? refuse(passage.code, { locale, issues: passage.issues }) : undefined;
}

/** What was shown as "before" must still be so. What was seen once and cannot be seen now is no licence to write. */
async function recordsChanged(room: Room, tenant: string, { draft, locale }: Open): Promise<Refusal | undefined> {
  const seen = draft.actions.filter((kept) => kept.look !== null && kept.outcome.status !== "UNKNOWN" && !isDone(kept));
  const looks = await lookAt(
    seen.map(({ action }) => action),
    { verbs: room.verbs, tenant, signal: unending },
  );
  const unseen = seen.filter((_, at) => looks[at] === undefined);
  if (unseen.length > 0) return refuse("DEPENDENCY_DOWN", { locale, detail: previews(unseen) });
  const changed = seen.filter(({ look }, at) => look !== null && !isSame(look.before, looks[at]?.before ?? {}));
  if (changed.length === 0) return undefined;
  return refuse("CONFLICT", { locale, detail: details.recordChanged[locale](previews(changed)) });
}

type Move = { effect: EffectRecord; from: EffectRecord["state"] };
type SettledAction = { kept: KeptAction; isUnknowable?: true; move?: Move };

/**
 * Asks the outside world about an effect that the ledger has under the action's key: one of unknown outcome, which is
 * never sent blindly again, and one that an earlier Draft had, which may have been undone since.
 */
async function settle(room: Room, tenant: string, kept: KeptAction): Promise<SettledAction> {
  if (!kept.writes || isDone(kept)) return { kept };
  const { tool_slug: verb, args, idempotency_scope: key } = kept.action;
  const effect = await room.store.effect(tenant, key);
  const isUnknown = kept.outcome.status === "UNKNOWN" && effect?.state === "unknown";
  if (effect === undefined || (!isUnknown && effect.state !== "confirmed")) return { kept };
  const options = { signal: unending, tenant, effectKey: key };
  const canAsk = room.verbs.describe(verb, tenant)?.canReadBack === true;
  const found = canAsk ? await room.verbs.readBack(verb, { key, payload: args }, options) : undefined;
  if (found?.state === "absent")
    return { kept, move: { effect: { ...effect, state: "reserved" }, from: effect.state } };
  if (!isUnknown) return { kept };
  if (found?.state !== "done") return { kept, isUnknowable: true };
  const outcome = { status: "SUCCEEDED", at: timestampOf(room.clock.now()), output: found.output } as const;
  const argsHash = contentHashFull(args);
  return {
    kept: { ...kept, outcome },
    move: { effect: { ...effect, argsHash, state: "confirmed", output: found.output }, from: "unknown" },
  };
}

function previews(actions: readonly KeptAction[]): string {
  return actions.map(({ action }) => action.preview).join("; ");
}
