import { ActionPlan } from "../../contracts/actions/plan.ts";
import { toPlan as fromActions } from "../../contracts/actions/mapping.ts";
import { SkillPlan } from "../../contracts/determinism/plan.ts";
import { toPlan as fromSkills } from "../../contracts/determinism/mapping.ts";
import { parseWith } from "../../plan/parse.ts";
import { parsePlanResponse } from "../../contracts/service/parse.ts";
import { toPlan as fromService } from "../../contracts/service/mapping.ts";
import { toPlan as fromStructured } from "../../contracts/structured/mapping.ts";
import { validatePlanPayload } from "../../contracts/structured/validate-plan-payload.ts";
import { validateDocument } from "../../contracts/validate-document.ts";
import { type CheckResult, refused } from "../../plan/check-result.ts";
import { isJsonObject, type Json } from "../../plan/json.ts";
import type { Issue } from "../../plan/issue.ts";
import { createIssue } from "../../plan/create-issue.ts";
import type { Plan } from "../../plan/plan.ts";
import type { Toolbox } from "../../plan/tool-spec.ts";
import { validatePlan } from "../../plan/validate/validate-plan.ts";

/** The contracts in which a plan can be submitted; `plan` is the internal model. */
const planForms = ["plan", "service", "structured", "actions", "determinism"] as const;
export type PlanForm = (typeof planForms)[number];

/** Guesses the contract of a document from the fields of its steps. */
export function guessForm(document: Json): PlanForm {
  const plan = planIn(document);
  if (!isJsonObject(plan)) return "plan";
  if ("actions" in plan) return "actions";
  const [step] = Array.isArray(plan["steps"]) ? plan["steps"] : [];
  if (!isJsonObject(step)) return "plan";
  if ("skill" in step) return "determinism";
  if ("step_id" in step) return "structured";
  return "payload" in step ? "service" : "plan";
}

/**
 * Parses a plan in any contract, or the whole answer of a planner, into a valid plan, or returns all issues. Refuses a
 * plan with open questions.
 */
export function readPlan(document: Json, form: PlanForm, toolbox: Toolbox): CheckResult<Plan> {
  return readChecked(document, { form, toolbox, check: checkRunnable });
}

/** The same for a plan that is not run: an action plan may write without a Draft. */
export function readUnapproved(document: Json, form: PlanForm, toolbox: Toolbox): CheckResult<Plan> {
  return readChecked(document, { form, toolbox, check: checkAnswered });
}

type PlanCheck = { form: PlanForm; toolbox: Toolbox; check: typeof checkRunnable };

function readChecked(document: Json, { form, toolbox, check }: PlanCheck): CheckResult<Plan> {
  const inside = planIn(document);
  const empty = emptyList(inside);
  const read = empty === undefined ? readForm(inside, form, toolbox) : refused(emptyPlan(empty));
  const plan = read.ok ? check(read.value, form, toolbox) : read;
  if (plan.ok || inside === document) return plan;
  return refused(...plan.issues.map((issue) => ({ ...issue, pointer: `/plan${issue.pointer}` })));
}

/** Extracts the plan from a contract 4 `PlannerOutput` or the output of `planwright plan --json`. */
export function planIn(document: Json): Json {
  if (!isJsonObject(document) || typeof document["deterministic"] !== "boolean") return document;
  return document["plan"] ?? document;
}

/** The name of the empty list of a plan without steps and questions. Its contract cannot be guessed. */
function emptyList(plan: Json): "steps" | "actions" | undefined {
  if (!isJsonObject(plan)) return undefined;
  const isEmpty = (field: string): boolean => Array.isArray(plan[field]) && plan[field].length === 0;
  const asks = ["questions", "needs_clarification"].some((field) => Array.isArray(plan[field]) && !isEmpty(field));
  return asks ? undefined : (["steps", "actions"] as const).find(isEmpty);
}

function emptyPlan(list: "steps" | "actions"): Issue {
  const one = list.slice(0, -1);
  const message = `the plan has no ${list}: there is nothing to run`;
  return createIssue("TOO_SHORT", `/${list}`, { message, hint: `Send a plan with at least one ${one}.` });
}

function checkRunnable(plan: Plan, form: PlanForm, toolbox: Toolbox): CheckResult<Plan> {
  const issues = [...openQuestions(plan, form), ...(form === "actions" ? unapprovedWrites(plan, toolbox) : [])];
  return issues.length === 0 ? { ok: true, value: plan } : refused(...issues);
}

function checkAnswered(plan: Plan, form: PlanForm): CheckResult<Plan> {
  const issues = openQuestions(plan, form);
  return issues.length === 0 ? { ok: true, value: plan } : refused(...issues);
}

function openQuestions({ questions }: Plan, form: PlanForm): Issue[] {
  const field = form === "actions" ? "needs_clarification" : "questions";
  return questions.map(({ question }, at) => createIssue("OPEN_QUESTION", `/${field}/${at}`, { message: question }));
}

/** Contract 3 never executes a mutation without approval. The toolbox decides what reads, not the plan. */
function unapprovedWrites({ steps }: Plan, toolbox: Toolbox): Issue[] {
  return steps.flatMap((step, at) =>
    step.kind === "tool" && toolbox.get(step.tool)?.effect === "read"
      ? []
      : [createIssue("DRAFT_REQUIRED", `/actions/${at}`)],
  );
}

/** The structured contract has its own tools. */
function readForm(document: Json, form: PlanForm, toolbox: Toolbox): CheckResult<Plan> {
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

function map<From, To>(checked: CheckResult<From>, convert: (value: From) => To): CheckResult<To> {
  return checked.ok ? { ok: true, value: convert(checked.value) } : checked;
}
