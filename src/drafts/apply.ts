import type { DraftView } from "../contracts/api/drafts.ts";
import { putApproval } from "./approval.ts";
import { decideOnOpenDraft, type FoundOpenDraft } from "./decide-on-draft.ts";
import { type DraftDeps, toolboxOf } from "./draft-deps.ts";
import { tryWrite } from "./draft-records.ts";
import type { DraftCommand, DraftResult } from "./drafts.ts";
import { needsConfirmation } from "./gate/gate.ts";
import { saveDraft, viewOf } from "./open-draft.ts";
import { type ApprovedDraft, startRun } from "./start-run.ts";
import { type Approval, isDone, type OpenDraft, type Stage } from "./stored-draft.ts";
import { mayApply } from "./permissions.ts";
import { details } from "./texts/details.ts";
import { refuse, type Refusal } from "./texts/refuse.ts";

type ReadyStage = Extract<Stage, { kind: "ready" }>;
type ApplyVerdict = "apply" | "confirm";

/** One person's word, and the start of the run once enough have said it. */
export function applyDraft(deps: DraftDeps, act: DraftCommand, word: ApplyVerdict): Promise<DraftResult<DraftView>> {
  return decideOnOpenDraft(deps, act, async (open) => {
    const { draft } = open;
    if (draft.stage.kind === "applying") return { ok: true, value: viewOf(deps, draft) };
    const refusal = refuseApply(deps, act, open);
    if (refusal !== undefined) return refusal;
    if (draft.stage.kind !== "ready") return refuseNotReady(open);
    return approve(deps, { ...act, word }, { ...open, stage: draft.stage });
  });
}

function refuseApply(
  { rules }: DraftDeps,
  { actor }: DraftCommand,
  { draft, locale }: FoundOpenDraft,
): Refusal | undefined {
  if (mayApply(draft, actor.id, rules)) return undefined;
  const isOwn = draft.author.id === actor.id;
  const detail = isOwn ? details.notYourOwn[locale]() : details.notYours[locale](draft.author.name ?? draft.author.id);
  return refuse("FORBIDDEN", { locale, detail });
}

function refuseNotReady({ locale }: FoundOpenDraft): Refusal {
  return refuse("INVALID_INPUT", { locale, detail: details.notReady[locale]() });
}

async function approve(
  deps: DraftDeps,
  { tenant, actor, word }: DraftCommand & { word: ApplyVerdict },
  open: FoundOpenDraft & { stage: ReadyStage },
): Promise<DraftResult<DraftView> | undefined> {
  const { draft, stage, locale } = open;
  if (stage.approvals.some(({ by }) => by.id === actor.id)) return { ok: true, value: viewOf(deps, draft) };
  const isConfirming = stage.confirming.includes(actor.id);
  if (mustConfirm(deps, tenant, draft) && word === "apply") {
    if (isConfirming) return { ok: true, value: viewOf(deps, draft) };
    return saveStage(deps, { tenant, open }, { ...stage, confirming: [...stage.confirming, actor.id] });
  }
  if (word === "confirm" && !isConfirming)
    return refuse("INVALID_INPUT", { locale, detail: details.applyFirst[locale]() });
  const approval: Approval = { by: actor, at: deps.clock.now() };
  const approvals = [...stage.approvals, approval];
  const confirming = stage.confirming.filter((id) => id !== actor.id);
  if (approvals.length >= deps.rules.quorum) return startRun(deps, { tenant, open }, approvals);
  return saveStage(deps, { tenant, open, approval }, { ...stage, approvals, confirming });
}

function mustConfirm(deps: DraftDeps, tenant: string, draft: OpenDraft): boolean {
  const actions = draft.actions.filter((kept) => !isDone(kept)).map(({ action }) => action);
  const parts = { toolbox: toolboxOf(deps, tenant), rules: deps.rules };
  return needsConfirmation({ actions, risks: draft.plan.risks }, parts);
}

async function saveStage(
  deps: DraftDeps,
  { tenant, open, approval }: ApprovedDraft & { approval?: Approval },
  stage: Stage,
): Promise<DraftResult<DraftView> | undefined> {
  const draft: OpenDraft = { ...open.draft, stage };
  const isWritten = await tryWrite(deps.store, (tx) => {
    saveDraft(deps, tx, { tenant, draft, was: open.kept });
    if (approval !== undefined) putApproval(tx, { tenant, draft }, approval);
  });
  if (!isWritten) return undefined;
  return { ok: true, value: viewOf(deps, draft) };
}
