import { plainScope } from "../actions/effect-keys.ts";
import type { ActionPlan } from "../actions/plan.ts";
import type { DraftView } from "./drafts.ts";

/** The plan of a Draft with its actions as a person corrected them, to be taught. */
export function lessonPlanOf({ draft: { draft_id: id, plan, actions } }: DraftView): ActionPlan {
  return {
    ...plan,
    // The key that the Draft gave a repeatable write would stop the same write of every later Draft.
    actions: actions.map(({ action }) =>
      action.idempotency_scope.includes(id) ? { ...action, idempotency_scope: plainScope(action) } : action,
    ),
    needs_clarification: [],
  };
}
