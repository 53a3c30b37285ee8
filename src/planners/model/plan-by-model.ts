import { compact } from "../../plan/compact.ts";
import type { PlannerError } from "../../contracts/determinism/planner.ts";
import type { Plan } from "../../plan/plan.ts";
import type { ToolSpec } from "../../plan/tool-spec.ts";
import type { ModelCall, ModelFailure } from "../../ports/model.ts";
import {
  isPlannerError,
  type PlannedAnswer,
  type Planner,
  type PlannerAnswer,
  type PlannerCall,
  type PlannerRequest,
  type SurfaceName,
} from "../../ports/planner.ts";
import type { GrammarOutcome } from "../grammar/goal.ts";
import { canonicalOrder } from "../grammar/search/canonical-order.ts";
import { rankTools } from "../grammar/search/rank-tools.ts";
import { foldCase } from "../letter-case.ts";
import { plannerError, withIssues } from "../planner-error.ts";
import { answerOn } from "../surfaces/answer.ts";
import { isHowTo } from "../surfaces/how-to.ts";
import { type Stage, statement } from "../surfaces/stage.ts";
import { structuredFrom } from "../surfaces/structured.ts";
import { type ModelOutcome, askModel, type ModelOptions } from "./ask-model.ts";
import type { ParsedReply } from "./read-reply.ts";

export type ModelPlanning = ModelOptions & { author: Plan["metadata"]; fallback: Planner | undefined };

/** Asks the model, and the fallback if the model does not plan. */
export async function planByModel(
  { author, fallback, ...options }: ModelPlanning,
  request: PlannerRequest,
  call: PlannerCall,
): Promise<PlannerAnswer> {
  if (needsNoModel(request)) return unsure(answerOn(request, () => nothing, author));
  const asking = await askModel(options, briefOf(request), toCall(request, call));
  if (asking.kind === "understood") return withUsage(renderPlan(request, asking.understood, author), asking);
  const failure = asking.kind === "failed" ? failureError(asking.failure) : unusableError(asking);
  if (fallback === undefined || !mayFallBack(asking)) return failure;
  const answer = await fallback.plan(request, call);
  return findsNoTool(answer) ? failure : fallBack(answer, { asking, failure });
}

const nothing: GrammarOutcome = { kind: "none", nearest: [], confidence: 0.5, reasons: [] };

/** How-to questions go to the knowledge base, and without tools there is nothing to choose from. */
function needsNoModel({ goal, surface, toolbox }: PlannerRequest): boolean {
  return toolbox.length === 0 || ((surface === "service" || surface === "runs") && isHowTo(goal));
}

function briefOf(request: PlannerRequest) {
  const control = carriesControl[request.surface];
  // Contract 4: goals that differ only in case plan equal. `answerOn` restores the typed case.
  const goal = request.surface === "determinism" ? foldCase(request.goal) : request.goal;
  return { request, goal, tools: narrowTools({ ...request, goal }), control };
}

const carriesControl: Record<SurfaceName, boolean> = {
  service: false,
  structured: false,
  determinism: false,
  calls: false,
  runs: true,
};

/** Only contract 4 names an agent; elsewhere the id is the surface. */
function toCall({ tenant, agentId, surface }: PlannerRequest, { signal }: PlannerCall): ModelCall {
  if (tenant === undefined) return { signal };
  return { signal, account: surface === "determinism" ? { tenant, agent: agentId } : { tenant } };
}

function renderPlan(request: PlannerRequest, { outcome, notes }: ParsedReply, author: Plan["metadata"]): PlannerAnswer {
  if (request.surface !== "structured") return unsure(answerOn(request, () => outcome, author));
  const answer = structuredFrom(request, stagesOf(request, outcome, notes));
  return isPlannerError(answer) ? answer : unsure({ ...answer, plan: { ...answer.plan, metadata: author } });
}

/** Contract 2 has no questions: an open question or an impossible request becomes a statement. */
function stagesOf({ goal }: PlannerRequest, outcome: GrammarOutcome, notes: ReadonlyMap<string, string>): Stage[] {
  const { confidence } = outcome;
  if (outcome.kind === "none") return [];
  if (outcome.kind === "clarify") return outcome.missing.map(({ ask }) => statement(ask?.en ?? goal, confidence));
  return outcome.calls.map(({ id, tool, args, dependsOn }) => {
    const asked = (notes.get(id) ?? "").trim() || goal;
    return { key: id, asked, tool, args, dependsOn, confidence };
  });
}

function unsure(answer: PlannerAnswer): PlannerAnswer {
  return isPlannerError(answer) ? answer : { ...answer, deterministic: false };
}

function withUsage(answer: PlannerAnswer, { usage, notes }: ModelOutcome): PlannerAnswer {
  if (isPlannerError(answer)) return answer;
  return { ...answer, usage, ...(notes.length > 0 && { notes }) };
}

/** No fallback for an exhausted budget or a cancelled call. */
function mayFallBack(asking: ModelOutcome): boolean {
  return asking.kind !== "failed" || (asking.failure.code !== "budget" && asking.failure.code !== "aborted");
}

/** Then the failure of the model is the better answer: the model might have found a tool. */
function findsNoTool(answer: PlannerAnswer): boolean {
  return isPlannerError(answer) ? answer.code === "PLANNER_NO_SKILLS_AVAILABLE" : answer.refuses === true;
}

function fallBack(
  answer: PlannerAnswer,
  { asking, failure }: { asking: ModelOutcome; failure: PlannerError },
): PlannerAnswer {
  const reason = { code: failure.code, message: failure.message };
  if (isPlannerError(answer)) return { ...answer, details: { ...answer.details, fallback_from: reason } };
  const { metadata } = answer.plan;
  const extra = { ...metadata.extra, fallback_from: { planner: "model", ...reason } };
  const said: PlannedAnswer = {
    ...answer,
    // Whether the model answers is not deterministic.
    deterministic: false,
    plan: { ...answer.plan, metadata: { ...metadata, deterministic: false, extra } },
    notes: [
      ...asking.notes,
      `the model produced no plan (${failure.message}); ${metadata.planner ?? "the fallback"} planned instead`,
    ],
  };
  return asking.usage.inputTokens + asking.usage.outputTokens === 0 ? said : { ...said, usage: asking.usage };
}

function unusableError({ kind, ...asking }: Extract<ModelOutcome, { kind: "unusable" }>): PlannerError {
  const rounds = "the model produced no valid plan after every repair round";
  return plannerError("PLANNER_GENERATION_FAILED", rounds, { reason: kind, ...withIssues(asking.issues) });
}

function failureError({ code, message, retryable, retryAfterMs }: ModelFailure): PlannerError {
  const details = { reason: code, ...compact({ retry_after_ms: retryAfterMs }) };
  const error = plannerError(plannerCodes[code] ?? "PLANNER_GENERATION_FAILED", message, details);
  return { ...error, retryable };
}

const plannerCodes: Partial<Record<ModelFailure["code"], PlannerError["code"]>> = {
  rate_limited: "PLANNER_RATE_LIMITED",
  timeout: "PLANNER_TIMEOUT",
  context_too_long: "PLANNER_CONTEXT_TOO_LONG",
};

/** Maximum number and size of the tools offered to a model. */
const maxTools = 32;
const maxToolBytes = 16_000;

/** A small toolbox whole; of a large one the tools that share words with the goal. Independent of the manifest's order. */
export function narrowTools({ goal, toolbox, now, zone, history }: PlannerRequest): readonly ToolSpec[] {
  if (toolbox.length <= maxTools && sizeOf(toolbox) <= maxToolBytes) return canonicalOrder(toolbox);
  const found = rankTools({ goal, toolbox, now, zone, ...compact({ history }) }, maxTools);
  const rest = canonicalOrder(toolbox).filter((tool) => !found.includes(tool));
  const chosen: ToolSpec[] = [];
  let bytes = 0;
  for (const tool of [...found, ...rest].slice(0, maxTools)) {
    bytes += sizeOf(tool);
    // The best match is offered whatever its size.
    if (chosen.length === 0 || bytes <= maxToolBytes) chosen.push(tool);
  }
  return canonicalOrder(chosen);
}

function sizeOf(value: unknown): number {
  return JSON.stringify(value).length;
}
