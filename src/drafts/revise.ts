import type { ActionPlan } from "../contracts/actions/plan.ts";
import type { DraftView } from "../contracts/api/drafts.ts";
import { build, type BuildInput } from "./build.ts";
import type { FoundOpenDraft } from "./decide-on-draft.ts";
import { type DraftDeps, neverAborts } from "./draft-deps.ts";
import { tryWrite } from "./draft-records.ts";
import type { DraftCommand, DraftResult } from "./drafts.ts";
import { saveDraft, nextRevision, viewOf } from "./open-draft.ts";
import { startRun } from "./start-run.ts";
import { headOf, type OpenDraft, type StoredDraft } from "./stored-draft.ts";
import { mayChange } from "./permissions.ts";
import { details } from "./texts/details.ts";
import { refuse, type Refusal } from "./texts/refuse.ts";

/** What a revision says otherwise than the one before it. */
export type Revision = { plan: ActionPlan } & Partial<Pick<OpenDraft, "words" | "picks" | "answers" | "rounds">> &
  Pick<BuildInput, "previousActions">;

/** Puts the next revision in place of the one that was shown; its buttons are dead from then on. */
export async function revise(
  deps: DraftDeps,
  { act, open }: { act: DraftCommand; open: FoundOpenDraft },
  { previousActions: previousActions, ...revision }: Revision,
): Promise<DraftResult<DraftView> | undefined> {
  const { tenant } = act;
  const next = { ...open.draft, ...revision };
  const { plan, picks, answers, rounds } = next;
  const building = { tenant, plan, settled: { picks, answers }, rounds, signal: neverAborts };
  const built = await build(deps, {
    ...building,
    ...(previousActions !== undefined && { previousActions: previousActions }),
  });
  if (!built.ok) return built;
  const { actions, manifestHash, stage } = built;
  const fresh = nextRevision(deps, open.draft);
  const draft: OpenDraft = { ...next, ...fresh, plan: built.plan, actions, manifestHash, stage };
  // A query that only waited for a pick or an answer runs as any query does.
  const approvals = [{ by: act.actor, at: deps.clock.now() }];
  if (built.kind === "run") return startRun(deps, { tenant, open: { ...open, draft } }, approvals);
  return saveRevision(deps, { act, open }, built.kind === "nothing" ? asApplied(deps, act, draft) : draft);
}

/** Nothing is left to write: all of it is so already. */
function asApplied({ clock }: DraftDeps, { actor }: DraftCommand, draft: OpenDraft): StoredDraft {
  return { ...headOf(draft), status: "APPLIED", at: clock.now(), by: actor };
}

async function saveRevision(
  deps: DraftDeps,
  { act: { tenant }, open }: { act: DraftCommand; open: FoundOpenDraft },
  draft: StoredDraft,
): Promise<DraftResult<DraftView> | undefined> {
  if (!(await tryWrite(deps.store, (tx) => saveDraft(deps, tx, { tenant, draft, was: open.kept })))) return undefined;
  return { ok: true, value: viewOf(deps, draft) };
}

/** Why this person may not change the Draft now. */
export function refuseRevision({ actor }: DraftCommand, { draft, locale }: FoundOpenDraft): Refusal | undefined {
  if (!mayChange(draft, actor.id))
    return refuse("FORBIDDEN", { locale, detail: details.authorOnly[locale](draft.author.name ?? draft.author.id) });
  if (draft.stage.kind !== "applying") return undefined;
  return refuse("CONFLICT", { locale, detail: details.beingApplied[locale]() });
}
