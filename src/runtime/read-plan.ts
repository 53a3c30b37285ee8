import { ActionPlan } from "../contracts/actions/plan.ts";
import { toPlan as fromActions } from "../contracts/actions/mapping.ts";
import { SkillPlan } from "../contracts/determinism/plan.ts";
import { toPlan as fromSkills } from "../contracts/determinism/mapping.ts";
import { parseWith } from "../contracts/parse.ts";
import { parsePlanResponse } from "../contracts/service/parse.ts";
import { toPlan as fromService } from "../contracts/service/mapping.ts";
import { toPlan as fromStructured } from "../contracts/structured/mapping.ts";
import { validatePlanPayload } from "../contracts/structured/validate-plan-payload.ts";
import { validateDocument } from "../contracts/validate-document.ts";
import type { Checked } from "../plan/checked.ts";
import { isJsonObject, type Json } from "../plan/json.ts";
import type { Plan } from "../plan/plan.ts";
import type { Toolbox } from "../plan/tool-spec.ts";
import { validatePlan } from "../plan/validate/validate-plan.ts";

/** The forms a plan can be handed in for running; `plan` is the model itself. */
export const planForms = ["plan", "service", "structured", "actions", "determinism"] as const;
export type PlanForm = (typeof planForms)[number];

/** The form a document looks most like, from the fields its steps have. */
export function guessForm(document: Json): PlanForm {
  if (!isJsonObject(document)) return "plan";
  if ("actions" in document) return "actions";
  const [step] = Array.isArray(document["steps"]) ? document["steps"] : [];
  if (!isJsonObject(step)) return "plan";
  if ("skill" in step) return "determinism";
  if ("step_id" in step) return "structured";
  return "payload" in step ? "service" : "plan";
}

/** A valid plan from a document, or everything that is wrong with it. The structured contract brings its own tools. */
export function readPlan(document: Json, form: PlanForm, toolbox: Toolbox): Checked<Plan> {
  if (form === "plan") return validatePlan(document, toolbox);
  if (form === "structured") return map(validatePlanPayload(document), fromStructured);
  const valid = validateDocument(form, document, { toolbox });
  if (!valid.ok) return valid;
  switch (form) {
    case "service":
      return map(parsePlanResponse(document), fromService);
    case "actions":
      return map(parseWith(ActionPlan, document), fromActions);
    case "determinism":
      return map(parseWith(SkillPlan, document), fromSkills);
    default:
      return form satisfies never;
  }
}

function map<From, To>(checked: Checked<From>, convert: (value: From) => To): Checked<To> {
  return checked.ok ? { ok: true, value: convert(checked.value) } : checked;
}
