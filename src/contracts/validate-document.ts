import type { z } from "zod";
import { type CheckResult, refused } from "../plan/check-result.ts";
import { isJsonObject, type JsonObject } from "../plan/json.ts";
import { Draft, DraftDecision } from "./actions/draft.ts";
import { validateActionPlan } from "./actions/validate-action-plan.ts";
import { SkillPlan } from "./determinism/plan.ts";
import { PlannerError, PlannerInput, PlannerOutput } from "./determinism/planner.ts";
import { ReplayReport, ReplayRequest } from "./determinism/replay.ts";
import { parseWith } from "../plan/parse.ts";
import { AgentProfile } from "./react/agent-profile.ts";
import { AgentList, AgentRunRecord, CollapseEntry, RunOnceRequest } from "./react/agent-run.ts";
import { PlanReactRequest, PlanReactResponse } from "./react/plan-react.ts";
import { VerbAnswer, VerbCall } from "./react/verb.ts";
import { parsePlanResponse } from "./service/parse.ts";
import { PlanRequest } from "./service/plan-request.ts";
import { validatePlanPayload } from "./structured/validate-plan-payload.ts";
import type { ContractName } from "./surfaces.ts";
import { type DocumentOptions, type PlanForm, withRules } from "./validate-form.ts";

type Validate = (document: unknown, options: DocumentOptions) => CheckResult<unknown>;

/**
 * Validates a document of a contract, its shape and the plan rules together, with pointers into the document as sent.
 * Requests, records and profiles are distinguished from plans by their fields.
 */
export function validateDocument(
  contract: ContractName,
  document: unknown,
  options: DocumentOptions = {},
): CheckResult<unknown> {
  // A document with steps is a plan, whatever extra field it has by mistake.
  const other = has(document, "steps") ? undefined : others[contract].find(([field]) => has(document, field));
  return other === undefined ? validators[contract](document, options) : parseWith(other[1], document);
}

/** The other documents of a contract, each with a field that only it has. */
const others: Readonly<Record<ContractName, readonly (readonly [field: string, schema: z.ZodType])[]>> = {
  service: [["message", PlanRequest]],
  structured: [],
  actions: [
    ["verdict", DraftDecision],
    ["draft_id", Draft],
  ],
  determinism: [
    ["goal", PlannerInput],
    ["code", PlannerError],
    ["replay_id", ReplayReport],
    ["run_id", ReplayRequest],
  ],
  react: [
    ["verb_id", VerbCall],
    ["ok", VerbAnswer],
    ["agents", AgentList],
    ["agent_id", AgentRunRecord],
    ["observer", CollapseEntry],
    ["override_goal_description", RunOnceRequest],
    ["extra_context", RunOnceRequest],
    ["goal", PlanReactRequest],
    ["goal_template", AgentProfile],
    ["triggers", AgentProfile],
  ],
};

const validators: Readonly<Record<ContractName, Validate>> = {
  service: (document, options) => withRules(document, parsePlanResponse(document), { ...options, ...servicePlan }),
  structured: validatePlanPayload,
  actions: validateActionPlan,
  determinism: (document, options) =>
    has(document, "plan") ? validateOutput(document, options) : validateSkillPlan(document, options),
  react: (document) => parseWith(PlanReactResponse, document),
};

function validateSkillPlan(document: unknown, options: DocumentOptions): CheckResult<unknown> {
  return withRules(document, parseWith(SkillPlan, document), { ...options, ...skillPlan });
}

/** The output of `plan()`: the plan by every rule, and the fields around it. */
function validateOutput(output: JsonObject, options: DocumentOptions): CheckResult<unknown> {
  const plan = validateSkillPlan(output["plan"], options);
  const around = parseWith(PlannerOutput, { ...output, plan: { steps: [] } });
  if (plan.ok && around.ok) return { ok: true, value: { ...around.value, plan: plan.value } };
  const inside = plan.ok ? [] : plan.issues.map((issue) => ({ ...issue, pointer: `/plan${issue.pointer}` }));
  return refused(...inside, ...(around.ok ? [] : around.issues));
}

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

/** Also false for values that cannot be read, such as a revoked proxy: the shape check reports them. */
function has(document: unknown, field: string): document is JsonObject {
  try {
    return isJsonObject(document) && Object.hasOwn(document, field);
  } catch {
    return false;
  }
}
