import { compact } from "../../plan/compact.ts";
import type { JsonObject } from "../../plan/json.ts";
import { Plan } from "../../plan/plan.ts";
import { respell } from "../../plan/respell.ts";
import { MessageStep } from "../../plan/step.ts";
import type { PlannedAnswer, PlannerAnswer, PlannerRequest } from "../../ports/planner.ts";
import type { GrammarOutcome } from "../grammar/goal.ts";
import { caseBlind } from "../letter-case.ts";
import { plannerError } from "../planner-error.ts";
import { toQuestions } from "../questions.ts";
import { respellText } from "../respell-args.ts";
import { askForArguments } from "./ask-for-arguments.ts";
import { isHowTo } from "./how-to.ts";
import { asksKnowledge, planForService } from "./service.ts";
import { wordsOf } from "./service-words.ts";
import { toSteps, withLookups } from "./steps.ts";
import { planStructured } from "./structured.ts";
import type { Understand } from "./understand.ts";

/** Builds the plan for the request's surface, using only features the surface supports. */
export function answerOn(request: PlannerRequest, understand: Understand, author: Plan["metadata"]): PlannerAnswer {
  // Contract 4: goals that differ only in case plan equal. Elsewhere case is evidence of a name.
  const listen = request.surface === "determinism" ? caseBlind(understand) : understand;
  let lesson: string | undefined;
  const answer = onSurface(request, (goal) => {
    const outcome = askForArguments(listen(goal, request), request);
    if (outcome.kind === "plan") ({ lesson } = outcome);
    return outcome;
  });
  if (!("plan" in answer)) return answer;
  const metadata = { ...answer.plan.metadata, ...metadataOf(author, request, lesson) };
  return { ...answer, plan: { ...answer.plan, metadata }, ...compact({ lesson }) };
}

/** The version of the taught rules is part of the planner's version where a lesson made the plan. */
function metadataOf(
  author: Plan["metadata"],
  { taught }: PlannerRequest,
  lesson: string | undefined,
): Plan["metadata"] {
  if (lesson === undefined || taught === undefined) return author;
  const plannerVersion = `${author.plannerVersion ?? ""}.taught.${taught.digest}`;
  return { ...author, plannerVersion, extra: { ...author.extra, lesson } };
}

function onSurface(request: PlannerRequest, understand: Understand): PlannerAnswer {
  switch (request.surface) {
    case "structured":
      return planStructured(request, understand);
    case "service":
      return planForService(request, understand(request.goal, request));
    case "runs": {
      if (isHowTo(request.goal)) return inBraces(planForService(request, nothingFits));
      const outcome = understand(request.goal, request);
      const isKnowledge = outcome.kind === "none" && asksKnowledge(request, outcome);
      return isKnowledge ? inBraces(planForService(request, outcome)) : planSteps(request, outcome);
    }
    case "determinism":
    case "calls":
      return planSteps(request, understand(request.goal, request));
    default:
      return request.surface satisfies never;
  }
}

const nothingFits: GrammarOutcome = { kind: "none", nearest: [], confidence: 0, reasons: [] };

/** A plan of contract 1 in the spelling of runs. */
function inBraces(planned: PlannedAnswer): PlannedAnswer {
  const plan = respell(planned.plan, { to: "braces", ids: "determinism" });
  return plan.ok ? { ...planned, plan: plan.value } : planned;
}

function helpDetails({ help }: Extract<GrammarOutcome, { kind: "none" }>): JsonObject {
  if (help === undefined) return {};
  return { not_understood: [...help.unknown], examples: [...help.examples] };
}

/** The message that answers a question, where the surface carries one. */
function answerSteps(
  { surface, goal, locale }: PlannerRequest,
  outcome: GrammarOutcome,
  names: ReadonlyMap<string, string>,
): MessageStep[] {
  if (surface !== "runs" || outcome.kind !== "plan" || outcome.answer === undefined) return [];
  const taken = new Set(outcome.calls.flatMap(({ dependsOn }) => dependsOn));
  const ends = outcome.calls.filter(({ id }) => !taken.has(id)).flatMap(({ id }) => names.get(id) ?? []);
  return [
    MessageStep.parse({
      kind: "message",
      id: `s${outcome.calls.length + 1}`,
      dependsOn: ends,
      channel: "assistant",
      content: respellText(outcome.answer, { to: "braces", names }),
      summary: wordsOf(compact({ goal, locale })).foundSummary,
    }),
  ];
}

function planSteps(request: PlannerRequest, outcome: GrammarOutcome): PlannerAnswer {
  if (outcome.kind === "none") {
    const nearest = outcome.nearest.map(({ tool, score }) => ({ tool, score }));
    const message = "no tool of the manifest matches the goal";
    return plannerError("PLANNER_NO_SKILLS_AVAILABLE", message, {
      nearest,
      confidence: outcome.confidence,
      ...helpDetails(outcome),
    });
  }
  const effects = new Map(request.toolbox.map(({ name, effect }) => [name, effect]));
  const { steps, names } = toSteps(outcome.calls, {
    ids: (at) => `s${at + 1}`,
    spelling: "braces",
    retries: 3,
    ...(request.surface === "runs" && { effects }),
  });
  const asks = outcome.kind === "clarify";
  const plan = Plan.parse({
    request: { text: request.goal },
    // Calls with missing arguments are not a plan; the questions replace them.
    steps: asks
      ? []
      : [...(request.surface === "runs" ? withLookups(steps) : steps), ...answerSteps(request, outcome, names)],
    questions: asks ? toQuestions(outcome.missing, request) : [],
  });
  const planned: PlannedAnswer = {
    plan,
    confidence: outcome.confidence,
    deterministic: true,
    reasons: outcome.reasons.map(({ call, ...reason }) => ({ ...reason, step: names.get(call) ?? call })),
  };
  return asks ? { ...planned, clarification: { missing: outcome.missing, bad: outcome.bad } } : planned;
}
