import type { ActionPlan } from "../contracts/actions/plan.ts";
import type { DraftView } from "../contracts/api/drafts.ts";
import { build, type BuildInput } from "./create-draft.ts";
import type { FoundOpenDraft } from "./decide-on-draft.ts";
import { type DraftDeps, neverAborts } from "./draft-deps.ts";
import { tryWrite } from "./draft-records.ts";
import type { DraftCommand, DraftResult } from "./drafts.ts";
import { saveDraft, nextRevision, viewOf } from "./save-draft.ts";
import { startRun } from "./start-run.ts";
import { maxRounds } from "./next-step.ts";
import { headOf, type OpenDraft, type Stage, type StoredDraft } from "./stored-draft.ts";
import { details } from "./texts/details.ts";
import { refuse, type Refusal } from "./texts/refuse.ts";

/** The fields that a revision changes. */
type Revision = { plan: ActionPlan } & Partial<Pick<OpenDraft, "words" | "picks" | "answers" | "rounds">> &
  Pick<BuildInput, "previousActions">;

/** Replaces the shown revision by the next one; the old buttons stop working. */
export async function revise(
  deps: DraftDeps,
  { command, open }: { command: DraftCommand; open: FoundOpenDraft },
  { previousActions, ...revision }: Revision,
): Promise<DraftResult<DraftView> | undefined> {
  const { tenant } = command;
  const next = { ...open.draft, ...revision };
  const { plan, picks, answers, rounds, words } = next;
  const building = {
    tenant,
    draftId: open.draft.id,
    plan,
    settled: { picks, answers },
    rounds,
    signal: neverAborts,
    isPlanned: words !== undefined,
  };
  const built = await build(deps, {
    ...building,
    ...(previousActions !== undefined && { previousActions }),
  });
  if (!built.ok) return built;
  if (built.kind === "nothing" && built.plan.actions.length === 0)
    return keepAsking(deps, { command, open }, revision.rounds);
  const { actions, manifestHash, stage } = built;
  const fresh = nextRevision(deps, open.draft);
  const draft: OpenDraft = { ...next, ...fresh, plan: built.plan, actions, manifestHash, stage };
  // A query that only needed a pick or an answer runs like any other query.
  const approvals = [{ by: command.actor, at: deps.clock.now() }];
  if (built.kind === "run") return startRun(deps, { tenant, open: { ...open, draft } }, approvals);
  return saveRevision(deps, { command, open }, built.kind === "nothing" ? asApplied(deps, command, draft) : draft);
}

/** An answer, pick or text that the planner can do nothing with changes nothing; after enough rounds a menu is offered. */
function keepAsking(
  deps: DraftDeps,
  { command, open }: { command: DraftCommand; open: FoundOpenDraft },
  rounds = open.draft.rounds,
): Promise<DraftResult<DraftView> | undefined> | Refusal {
  const { draft, locale } = open;
  const isAsking = draft.stage.kind === "asking";
  if (!isAsking) return refuse("INVALID_INPUT", { locale, detail: details.notUnderstood[locale]() });
  const stage: Stage = rounds > maxRounds ? { kind: "menu" } : draft.stage;
  return saveRevision(deps, { command, open }, { ...draft, ...nextRevision(deps, draft), rounds, stage });
}

/** Nothing is left to write: the records already have the values. */
function asApplied({ clock }: DraftDeps, { actor }: DraftCommand, draft: OpenDraft): StoredDraft {
  return { ...headOf(draft), status: "APPLIED", at: clock.now(), by: actor };
}

async function saveRevision(
  deps: DraftDeps,
  { command: { tenant }, open }: { command: DraftCommand; open: FoundOpenDraft },
  draft: StoredDraft,
): Promise<DraftResult<DraftView> | undefined> {
  if (!(await tryWrite(deps.store, (tx) => saveDraft(deps, tx, { tenant, draft, was: open.stored })))) return undefined;
  return { ok: true, value: viewOf(deps, draft) };
}
