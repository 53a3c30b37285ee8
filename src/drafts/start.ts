import { toPlan } from "../contracts/actions/mapping.ts";
import type { DraftView } from "../contracts/api/drafts.ts";
import type { Plan } from "../plan/plan.ts";
import { isConflict } from "../ports/store-error.ts";
import type { Tx } from "../ports/store.ts";
import { putApproval } from "./approval.ts";
import { closed, type Open } from "./decide-on.ts";
import type { Room } from "./draft-parts.ts";
import { tryWrite } from "./draft-records.ts";
import type { Actor, Answer } from "./drafts.ts";
import { takeKeys } from "./effects.ts";
import { keepDraft, viewOf } from "./open-draft.ts";
import { preflight } from "./preflight.ts";
import { type Approval, headOf, isDone, type KeptAction, type OpenDraft, type Stage } from "./stored-draft.ts";
import { refuse } from "./words/refuse.ts";

export type Deciding = { tenant: string; open: Open };

/** The run, the Draft's new stage, the spent approval and the keys are one transaction: of two who start, one does. */
export async function start(
  room: Room,
  { tenant, open }: Deciding,
  approvals: Approval[],
): Promise<Answer<DraftView> | undefined> {
  const cleared = await preflight(room, tenant, open);
  if (!cleared.ok) return cleared;
  const at = room.clock.now();
  if (at >= open.draft.expiresAt) return closed(open);
  const { actions } = cleared;
  const left = actions.filter((kept) => !isDone(kept));
  const last = approvals.at(-1);
  if (last === undefined) return undefined;
  if (left.length === 0) return finishAtOnce(room, { tenant, open }, { actions, by: last.by, along: cleared.along });
  let draft: OpenDraft = open.draft;
  const along = (tx: Tx, run: { id: string }): void => {
    const runId = run.id;
    const stage: Stage = { kind: "applying", approvals, runId, by: last.by };
    draft = { ...open.draft, actions, runs: [...open.draft.runs, runId], stage };
    cleared.along(tx);
    keepDraft(room, tx, { tenant, draft, was: open.kept });
    putApproval(tx, { tenant, draft }, last);
    takeKeys(tx, { tenant, draftId: draft.id, runId, actions: left, at }, open.draft.runs.at(-1));
  };
  const { id: draftId, revision } = open.draft;
  const approvedBy = approvals.map(({ by }) => by.id).join(", ");
  const origin = { kind: "draft", draftId, revision, approvedBy } as const;
  try {
    const plan = runnable(open.draft, left);
    const made = await room.runs.create({ tenant, plan, caller: last.by.id, origin, along });
    if (!made.ok) return refuse("INVALID_INPUT", { locale: open.locale, issues: made.issues });
  } catch (error) {
    if (isConflict(error)) return undefined;
    throw error;
  }
  return { ok: true, value: viewOf(room, draft) };
}

type Finishing = { actions: KeptAction[]; by: Actor; along: (tx: Tx) => void };

/** What was left turned out to have happened already. */
async function finishAtOnce(
  room: Room,
  { tenant, open }: Deciding,
  { actions, by, along }: Finishing,
): Promise<Answer<DraftView> | undefined> {
  const draft = { ...headOf(open.draft), actions, status: "APPLIED", at: room.clock.now(), by } as const;
  const isWritten = await tryWrite(room.store, (tx) => {
    along(tx);
    keepDraft(room, tx, { tenant, draft, was: open.kept });
  });
  if (!isWritten) return undefined;
  return { ok: true, value: viewOf(room, draft) };
}

/** The actions that are left, in their order and under their own ids. */
function runnable({ plan }: OpenDraft, left: readonly KeptAction[]): Plan {
  const rest = toPlan({ ...plan, actions: left.map(({ action }) => action) });
  return { ...rest, steps: rest.steps.map((step, at) => ({ ...step, id: left[at]?.id ?? step.id })) };
}
