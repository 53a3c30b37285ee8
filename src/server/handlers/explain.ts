import type { Explanation, ExplainRequest } from "../../contracts/api/explanation.ts";
import { PlanwrightError } from "../../contracts/errors.ts";
import { structuredToolbox } from "../../contracts/structured/toolbox.ts";
import { toJson } from "../../plan/json.ts";
import type { Plan } from "../../plan/plan.ts";

import { structureHash } from "../../plan/structure-hash.ts";
import { createToolbox, type ToolSpec } from "../../plan/tool-spec.ts";
import { inputHash } from "../../planners/request-key.ts";
import type { PlannedAnswer, PlannerRequest } from "../../ports/planner.ts";
import type { Verbs } from "../../ports/verbs.ts";
import { estimatePlan } from "../../runs/estimate-plan.ts";
import type { Planning } from "../../runtime/planning/planning.ts";
import type { Planwright } from "../../runtime/planwright.ts";
import { guessForm, readPlan } from "../../runtime/planning/read-plan.ts";
import { renderPlan } from "../../runtime/planning/render-plan.ts";
import type { Handlers } from "../http/exchange.ts";
import { unwrapOrThrow } from "./planner-problem.ts";

type ExplainDeps = {
  planning: Planning;
  verbs: Pick<Verbs, "describe">;
  reactCost: Planwright["reactCost"];
  now: () => string;
  toolboxOf: (tenant?: string) => readonly ToolSpec[];
};

const structuredTools = [...structuredToolbox.values()];

/** A plan of any planner in any contract, with its provenance, for which the contracts' own routes have no field. */
export function explainPlan({ planning, verbs, reactCost, now, toolboxOf }: ExplainDeps): Handlers["explainPlan"] {
  return async ({ body, principal: { tenant }, signal }) => {
    const { contract, planner: id } = body;
    const found = planning.list().find((row) => row.planner.id === id)?.planner;
    if (found === undefined) throw new PlanwrightError("NOT_FOUND", { message: planning.describeUnknown(id) });
    const toolbox = contract === "structured" ? structuredTools : toolboxOf(tenant);
    const request = { ...requestOf(body, { now: now(), toolbox }), tenant };
    const answer = unwrapOrThrow(await planning.plan(id, request, signal));
    const rendered =
      contract === "runs"
        ? answer
        : unwrapOrThrow(renderPlan(answer, contract, { planner: found, request, session: 0 }));
    // Contract 4 wraps its plan; the wrapper's fields are already part of this response.
    const document = toJson("plan" in rendered ? rendered.plan : rendered);
    // The plan hash of the run that this document would start.
    const read = readPlan(document, guessForm(document), createToolbox(toolbox));
    return {
      planner: { planner_id: id, version: found.version, determinism: found.mode },
      ...provenanceOf(answer, request),
      plan_hash: structureHash(read.ok ? read.value : answer.plan),
      document,
      plan: toJson(answer.plan),
      react_cost: reactCost(tenant, body.goal),
      run_cost: estimatePlan(read.ok ? read.value : answer.plan, verbs, tenant),
      estimate: costOf(planning, id, request),
    };
  };
}

function requestOf(
  { goal, contract, locale, zone }: ExplainRequest,
  rest: Pick<PlannerRequest, "now" | "toolbox">,
): PlannerRequest {
  const language = locale?.slice(0, 2).toLowerCase();
  const known = language === "ru" || language === "en" ? ({ locale: language } as const) : {};
  return { agentId: "http", goal, surface: contract, zone, ...known, ...rest };
}

type Provenance = Omit<
  Explanation,
  "planner" | "plan_hash" | "document" | "plan" | "estimate" | "run_cost" | "react_cost"
>;

function provenanceOf(answer: PlannedAnswer, request: PlannerRequest): Provenance {
  const { deterministic, confidence, reasons = [], unaccounted = [], considered = [], notes = [], plan } = answer;
  return {
    deterministic,
    confidence,
    lesson: answer.lesson ?? null,
    input_hash: inputHash(request),
    reasons: reasons.map(({ step, tool, param, from, to }) => ({
      step_id: step,
      tool,
      param: param ?? null,
      from,
      to,
    })),
    unaccounted: unaccounted.map(({ from, to, why }) => ({ from, to, why })),
    questions: answer.clarification === undefined ? [] : questionsOf(plan),
    considered: considered.map(({ planner, outcome, why }) => ({ planner_id: planner, outcome, why })),
    notes: [...notes],
  };
}

/** The service contract has no field for questions, so message steps carry them. */
function questionsOf({ questions, steps }: Plan): Explanation["questions"] {
  const asked = steps.flatMap((step) => (step.kind === "message" ? [{ question: step.content, choices: [] }] : []));
  if (questions.length === 0) return asked;
  return questions.map(({ question, choices }) => ({ question, choices: choices.map(({ label }) => label) }));
}

function costOf(planning: Planning, id: string, request: PlannerRequest): Explanation["estimate"] {
  const { usage, costCents } = planning.estimate(id, request) ?? { usage: { inputTokens: 0, outputTokens: 0 } };
  return { cost_cents: costCents ?? null, input_tokens: usage.inputTokens, output_tokens: usage.outputTokens };
}
