import { toPlan } from "../contracts/actions/mapping.ts";
import type { DraftView } from "../contracts/api/drafts.ts";
import { timestampOf } from "../contracts/timestamp.ts";
import { wholeHash } from "./action-hash.ts";
import { decideOnOpenDraft, type FoundOpenDraft, refuseClosed } from "./decide-on-draft.ts";
import type { DraftDeps } from "./draft-deps.ts";
import type { Actor, DraftCommand, DraftResult } from "./drafts.ts";
import { reserveKeys } from "./effects.ts";
import { needsConfirmation } from "./gate/gate.ts";
import { refusePermission } from "./permissions.ts";
import { preflight } from "./preflight.ts";
import { saveDraft, storeDraft, viewOf } from "./save-draft.ts";
import { type Approval, headOf, isDone, type OpenDraft, type Stage, type StoredAction } from "./stored-draft.ts";
import { details } from "./texts/details.ts";
import { refuse } from "./texts/refuse.ts";
import type { Json } from "../plan/json.ts";
import type { Plan } from "../plan/plan.ts";
import { isConflict } from "../ports/store-error.ts";
import type { Tx } from "../ports/store.ts";
import { toolboxOf } from "../runs/argument-issues.ts";

type ReadyStage = Extract<Stage, { kind: "ready" }>;
type ApplyVerdict = "apply" | "confirm";

/** Counts one person's approval, and starts the run once there are enough. */
export function applyDraft(
  deps: DraftDeps,
  command: DraftCommand,
  verdict: ApplyVerdict,
): Promise<DraftResult<DraftView>> {
  return decideOnOpenDraft(deps, command, {
    act: verdict,
    decide: async (open) => {
      const { stage } = open.draft;
      if (open.ruling === "show" || stage.kind !== "ready") return { ok: true, value: viewOf(deps, open.draft) };
      return approve(deps, { ...command, verdict }, { ...open, stage });
    },
  });
}

async function approve(
  deps: DraftDeps,
  { tenant, actor, verdict }: DraftCommand & { verdict: ApplyVerdict },
  open: FoundOpenDraft & { stage: ReadyStage },
): Promise<DraftResult<DraftView> | undefined> {
  const { draft, stage, locale } = open;
  if (stage.approvals.some(({ by }) => by.id === actor.id)) return { ok: true, value: viewOf(deps, draft) };
  const isConfirming = stage.confirming.includes(actor.id);
  if (mustConfirm(deps, tenant, draft) && verdict === "apply") {
    if (isConfirming) return { ok: true, value: viewOf(deps, draft) };
    return saveStage(deps, { tenant, open }, { ...stage, confirming: [...stage.confirming, actor.id] });
  }
  if (verdict === "confirm" && !isConfirming)
    return refuse("INVALID_INPUT", { locale, detail: details.applyFirst[locale]() });
  const approval: Approval = { by: actor, at: deps.clock.now() };
  // Somebody who may no longer approve, because the rules changed since, does not count.
  const standing = stage.approvals.filter(
    ({ by }) => refusePermission(draft, { act: "apply", by: by.id }, deps.rules) === undefined,
  );
  const approvals = [...standing, approval];
  const confirming = stage.confirming.filter((id) => id !== actor.id);
  if (approvals.length >= deps.rules.quorum) return startRun(deps, { tenant, open }, approvals);
  return saveStage(deps, { tenant, open, approval }, { ...stage, approvals, confirming });
}

function mustConfirm(deps: DraftDeps, tenant: string, draft: OpenDraft): boolean {
  const actions = draft.actions.filter((kept) => !isDone(kept)).map(({ action }) => action);
  const parts = { toolbox: toolboxOf(deps, tenant), rules: deps.rules };
  return needsConfirmation({ actions, risks: draft.plan.risks }, parts);
}

function saveStage(
  deps: DraftDeps,
  { tenant, open, approval }: ApprovedDraft & { approval?: Approval },
  stage: Stage,
): Promise<DraftResult<DraftView> | undefined> {
  const draft: OpenDraft = { ...open.draft, stage };
  return storeDraft(deps, { tenant, draft, was: open.stored }, (tx) => {
    if (approval !== undefined) putApproval(tx, { tenant, draft }, approval);
  });
}

type ApprovedDraft = { tenant: string; open: FoundOpenDraft };

/** Writes the run, the new stage, the approval and the keys in one transaction: of two starters, one wins. */
export async function startRun(
  deps: DraftDeps,
  { tenant, open }: ApprovedDraft,
  approvals: Approval[],
): Promise<DraftResult<DraftView> | undefined> {
  const cleared = await preflight(deps, tenant, open);
  if (!cleared.ok) {
    if ("actions" in cleared) await markStale(deps, { tenant, open }, cleared.actions);
    return cleared;
  }
  const at = deps.clock.now();
  if (at >= open.draft.expiresAt) return refuseClosed(open);
  const { actions } = cleared;
  const left = actions.filter((kept) => !isDone(kept));
  const last = approvals.at(-1);
  if (last === undefined) return undefined;
  if (left.length === 0)
    return finishAtOnce(deps, { tenant, open }, { actions, by: last.by, inTransaction: cleared.inTransaction });
  let draft: OpenDraft = open.draft;
  const inTransaction = (tx: Tx, run: { id: string }): void => {
    const runId = run.id;
    const stage: Stage = { kind: "applying", approvals, runId, by: last.by };
    draft = { ...open.draft, actions, runs: [...open.draft.runs, runId], stage };
    cleared.inTransaction(tx);
    saveDraft(deps, tx, { tenant, draft, was: open.stored });
    putApproval(tx, { tenant, draft }, last);
    reserveKeys(tx, { tenant, draftId: draft.id, runId, actions: left, at }, open.draft.runs.at(-1));
  };
  const { id: draftId, revision } = open.draft;
  const approvedBy = approvals.map(({ by }) => by.id).join(", ");
  const origin = { kind: "draft", draftId, revision, approvedBy } as const;
  try {
    const plan = toRunnablePlan(open.draft, left);
    const made = await deps.runs.create({ tenant, plan, caller: last.by.id, origin, inTransaction });
    if (!made.ok) return refuse("INVALID_INPUT", { locale: open.locale, issues: made.issues });
  } catch (error) {
    if (isConflict(error)) return undefined;
    throw error;
  }
  return { ok: true, value: viewOf(deps, draft) };
}

/** The card shows the records as they are now and offers to rebuild. Losing the race to another change is fine. */
async function markStale(deps: DraftDeps, { tenant, open }: ApprovedDraft, actions: StoredAction[]): Promise<void> {
  const draft: OpenDraft = { ...open.draft, actions, stage: { kind: "stale" } };
  await storeDraft(deps, { tenant, draft, was: open.stored });
}

type SettledOutcome = { actions: StoredAction[]; by: Actor; inTransaction: (tx: Tx) => void };

/** The remaining actions turned out to be done already. */
function finishAtOnce(
  deps: DraftDeps,
  { tenant, open }: ApprovedDraft,
  { actions, by, inTransaction }: SettledOutcome,
): Promise<DraftResult<DraftView> | undefined> {
  const draft = { ...headOf(open.draft), actions, status: "APPLIED", at: deps.clock.now(), by } as const;
  return storeDraft(deps, { tenant, draft, was: open.stored }, inTransaction);
}

/** The plan of the remaining actions, in order and under their own ids. */
function toRunnablePlan({ plan }: OpenDraft, left: readonly StoredAction[]): Plan {
  const rest = toPlan({ ...plan, actions: left.map(({ action }) => action) });
  return { ...rest, steps: rest.steps.map((step, at) => ({ ...step, id: left[at]?.id ?? step.id })) };
}

const approvalKind = "drafts.approval";

/** Stored permanently: who approved which actions of which revision. A second approval by the same person conflicts. */
function putApproval(tx: Tx, { tenant, draft }: { tenant: string; draft: OpenDraft }, { by, at }: Approval): void {
  const { id: draftId, revision } = draft;
  const id = `${draftId}:${revision}:${by.id}`;
  const decision = { draft_id: draftId, revision, verdict: "apply", by: by.id, at: timestampOf(at) };
  const body: Json = { ...decision, action_hash: wholeHash(draft.actions) };
  tx.putRecord({ tenant, kind: approvalKind, id, group: draftId, body }, 0);
}
