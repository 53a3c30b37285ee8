import type { ActionPlan, ClarificationQuestion, EntityRef } from "../../contracts/actions/plan.ts";
import type { RecordPick } from "../../ports/action-planner.ts";

/** Picks and answers the person has given so far. */
export type SettledInput = { picks?: readonly RecordPick[]; answers?: Readonly<Record<string, string>> };

/** The plan's questions that have no answer yet. */
export function openQuestions(plan: ActionPlan, { answers = {} }: SettledInput): ClarificationQuestion[] {
  return plan.needs_clarification.filter(({ id }) => !Object.hasOwn(answers, id));
}

/** The index of the entity to pick next; `none found` if there is no candidate. */
export function nextPick(plan: ActionPlan, { picks = [] }: SettledInput): number | "none found" | undefined {
  const open = plan.entities.map((entity, at) => ({ entity, at })).filter(({ entity }) => !isPicked(entity, picks));
  const firstWith = (test: (entity: EntityRef) => boolean): number | undefined =>
    open.find(({ entity }) => test(entity))?.at;
  const several = firstWith(({ candidates, selected_id }) => candidates.length > 1 && selected_id === undefined);
  if (several !== undefined) return several;
  if (plan.risks.some(({ kind }) => kind === "ambiguous")) return ambiguousPick(plan, { picks, firstWith });
  const isMissing = firstWith(({ candidates, selected_id }) => candidates.length === 0 && selected_id === undefined);
  return plan.actions.length === 0 && isMissing !== undefined ? "none found" : undefined;
}

type PickContext = {
  picks: readonly RecordPick[];
  firstWith: (test: (entity: EntityRef) => boolean) => number | undefined;
};

/** Rule 3 asks even if the planner selected one; a single candidate is offered only if nothing else was picked. */
function ambiguousPick(plan: ActionPlan, { picks, firstWith }: PickContext): number | "none found" | undefined {
  const several = firstWith(({ candidates }) => candidates.length > 1);
  if (several !== undefined) return several;
  if (plan.entities.some((entity) => isPicked(entity, picks))) return undefined;
  return firstWith(({ candidates }) => candidates.length === 1) ?? "none found";
}

function isPicked({ kind, query }: EntityRef, picks: readonly RecordPick[]): boolean {
  return picks.some((pick) => pick.kind === kind && pick.query === query);
}
