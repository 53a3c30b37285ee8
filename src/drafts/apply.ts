import type { DraftView } from "../contracts/api/drafts.ts";
import { putApproval } from "./approval.ts";
import { decideOnOpenDraft, type FoundOpenDraft } from "./decide-on-draft.ts";
import { toolboxOf } from "../runs/argument-issues.ts";
import type { DraftDeps } from "./draft-deps.ts";
import { tryWrite } from "./draft-records.ts";
import type { DraftCommand, DraftResult } from "./drafts.ts";
import { needsConfirmation } from "./gate/gate.ts";
import { refusePermission } from "./permissions.ts";
import { saveDraft, viewOf } from "./save-draft.ts";
import { type ApprovedDraft, startRun } from "./start-run.ts";
import { type Approval, isDone, type OpenDraft, type Stage } from "./stored-draft.ts";
import { details } from "./texts/details.ts";
import { refuse } from "./texts/refuse.ts";

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

async function saveStage(
  deps: DraftDeps,
  { tenant, open, approval }: ApprovedDraft & { approval?: Approval },
  stage: Stage,
): Promise<DraftResult<DraftView> | undefined> {
  const draft: OpenDraft = { ...open.draft, stage };
  const isWritten = await tryWrite(deps.store, (tx) => {
    saveDraft(deps, tx, { tenant, draft, was: open.stored });
    if (approval !== undefined) putApproval(tx, { tenant, draft }, approval);
  });
  if (!isWritten) return undefined;
  return { ok: true, value: viewOf(deps, draft) };
}
