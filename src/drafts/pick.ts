import type { ActionPlan, ToolAction } from "../contracts/actions/plan.ts";
import type { DraftView } from "../contracts/api/drafts.ts";
import { decideOnOpenDraft } from "./decide-on-draft.ts";
import { type DraftDeps, neverAborts } from "./draft-deps.ts";
import type { DraftCommand, DraftResult } from "./drafts.ts";
import { planText } from "./plan-text.ts";
import { revise } from "./revise.ts";
import { details } from "./texts/details.ts";
import { refuse } from "./texts/refuse.ts";
import { mapStrings } from "../plan/map-strings.ts";

type CandidatePick = { entity: number; candidateId: string };

/** Takes a row of the pick list and plans the request again with it if it came as text. */
export function pickDraft(
  deps: DraftDeps,
  { entity: at, candidateId, ...command }: DraftCommand & CandidatePick,
): Promise<DraftResult<DraftView>> {
  return decideOnOpenDraft(deps, command, {
    act: "pick",
    subject: candidateId,
    decide: async (open) => {
      const { draft, locale } = open;
      const entity = draft.plan.entities[at];
      if (entity?.candidates.some(({ id }) => id === candidateId) !== true)
        return refuse("INVALID_INPUT", { locale, detail: details.noCandidate[locale](candidateId) });
      const { kind, query } = entity;
      const others = draft.picks.filter((pick) => pick.kind !== kind || pick.query !== query);
      const picks = [...others, { kind, query, id: candidateId }];
      if (draft.words === undefined)
        return revise(deps, { command, open }, { plan: withPick(draft.plan, { entity: at, candidateId }), picks });
      const settled = { picks, answers: draft.answers };
      const planned = await planText(deps, {
        tenant: command.tenant,
        words: draft.words,
        settled,
        signal: neverAborts,
      });
      return planned.ok ? revise(deps, { command, open }, { plan: planned.value, picks }) : planned;
    },
  });
}

/** Replaces the selected candidate by this one everywhere in the plan's actions. */
function withPick(plan: ActionPlan, { entity: at, candidateId }: CandidatePick): ActionPlan {
  const entities = plan.entities.map((one, place) => (place === at ? { ...one, selected_id: candidateId } : one));
  const entity = plan.entities[at];
  const nameOf = (id: string): string => entity?.candidates.find((one) => one.id === id)?.name ?? "";
  const was = entity?.selected_id;
  if (was === undefined || was === candidateId) return { ...plan, entities };
  const actions = plan.actions.map((action): ToolAction => ({
    ...action,
    args: mapStrings(action.args, (text) => (text === was ? candidateId : text)),
    idempotency_scope: action.idempotency_scope.replaceAll(was, candidateId),
    preview: nameOf(was) === "" ? action.preview : action.preview.replaceAll(nameOf(was), nameOf(candidateId)),
  }));
  return { ...plan, entities, actions };
}
