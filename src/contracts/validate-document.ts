import { type Checked, refused } from "../plan/checked.ts";
import { isJsonObject } from "../plan/json.ts";
import type { Spelling } from "../plan/plan.ts";
import type { Toolbox } from "../plan/tool-spec.ts";
import { checkRules } from "../plan/validate/rules.ts";
import { type Places, sketchOf } from "../plan/validate/sketch.ts";
import { canBeWalked } from "../plan/validate/validate-plan.ts";
import { ActionPlan } from "./actions/plan.ts";
import { SkillPlan } from "./determinism/plan.ts";
import { parseWith } from "./parse.ts";
import { AgentProfile } from "./react/agent-profile.ts";
import { PlanReactRequest, PlanReactResponse } from "./react/plan-react.ts";
import { parsePlanRequest, parsePlanResponse } from "./service/parse.ts";
import { validatePlanPayload } from "./structured/validate-plan-payload.ts";
import type { ContractName } from "./surfaces.ts";

export type DocumentOptions = {
  /** The tools of the plan; without it only the structured contract, which brings its own, says anything about tools. */
  readonly toolbox?: Toolbox | undefined;
  readonly stepCount?: number | undefined;
};

type Validate = (document: unknown, options: DocumentOptions) => Checked<unknown>;

/**
 * Everything wrong with a document of a contract, its shape and the rules of a plan together, with pointers into the
 * document as it came. Requests and profiles of a contract are told from plans by their fields.
 */
export function validateDocument(
  contract: ContractName,
  document: unknown,
  options: DocumentOptions = {},
): Checked<unknown> {
  return validators[contract](document, options);
}

const validators: Readonly<Record<ContractName, Validate>> = {
  service: (document, options) =>
    has(document, "message")
      ? parsePlanRequest(document)
      : withRules(document, parsePlanResponse(document), { ...options, ...servicePlan }),
  structured: validatePlanPayload,
  actions: (document, options) => withRules(document, parseWith(ActionPlan, document), { ...options, ...actionPlan }),
  determinism: (document, options) => withRules(document, parseWith(SkillPlan, document), { ...options, ...skillPlan }),
  react: (document) => {
    if (has(document, "goal")) return parseWith(PlanReactRequest, document);
    return has(document, "triggers") ? parseWith(AgentProfile, document) : parseWith(PlanReactResponse, document);
  },
};

type PlanForm = { places: Places; spelling: Spelling };

const servicePlan: PlanForm = {
  spelling: "results",
  places: {
    steps: "steps",
    id: ["id"],
    kind: ["type"],
    dependsOn: ["depends_on"],
    tool: ["payload", "tool_name"],
    args: ["payload", "arguments"],
    resultKey: ["payload", "result_key"],
    texts: ["content", "summary", "metadata", "query", "filters", "parameters"].map((field) => ["payload", field]),
    fallbackStep: ["payload", "fallback_step"],
  },
};

const actionPlan: PlanForm = {
  spelling: "none",
  places: {
    steps: "actions",
    id: ["id"],
    kind: "tool",
    dependsOn: ["depends_on"],
    tool: ["tool_slug"],
    args: ["args"],
    texts: [],
    effect: ["read_only"],
    intent: ["intent"],
  },
};

const skillPlan: PlanForm = {
  spelling: "braces",
  places: {
    steps: "steps",
    id: ["step_id"],
    kind: "tool",
    dependsOn: ["depends_on"],
    tool: ["skill"],
    args: ["params"],
    resultKey: ["output_key"],
    texts: [],
  },
};

function withRules(document: unknown, shape: Checked<unknown>, form: DocumentOptions & PlanForm): Checked<unknown> {
  const shapeIssues = shape.ok ? [] : shape.issues;
  if (!canBeWalked(shapeIssues)) return refused(...shapeIssues);
  const { places, spelling, ...options } = form;
  const issues = [...shapeIssues, ...checkRules(sketchOf(document, places, spelling), options)];
  return issues.length === 0 ? shape : refused(...issues);
}

function has(document: unknown, field: string): boolean {
  return isJsonObject(document) && Object.hasOwn(document, field);
}
