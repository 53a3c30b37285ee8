import { read } from "../../language/reading.ts";
import type { JsonObject } from "../../plan/json.ts";
import { LookupStep, type MessageStep, type Step, type ToolStep } from "../../plan/step.ts";
import { writeReference } from "../../plan/references.ts";
import type { PlannedAnswer, PlannerRequest } from "../../ports/planner.ts";
import type { GrammarOutcome, PlannedCall } from "../grammar/goal.ts";
import { toQuestions } from "../questions.ts";
import { respellText } from "../respell-args.ts";
import { isHowTo } from "./how-to.ts";
import { shorten } from "../shorten.ts";
import { toolboxOf } from "../toolbox-of.ts";
import { describeCall, type CompletedWork, wordsOf } from "./service-words.ts";
import { toSteps, withLookups } from "./steps.ts";
import { summariseAction } from "./action-summary.ts";
import { resultFacts } from "./result-facts.ts";
import { completePlan } from "./complete-plan.ts";

/** Contract 1 answers every request with steps: tools and a closing message, a lookup, or a question. */
export function planForService(request: PlannerRequest, outcome: GrammarOutcome): PlannedAnswer {
  if (isHowTo(request.goal)) {
    const examples = outcome.kind === "none" ? (outcome.help?.examples ?? []) : [];
    return planKnowledge(request, wordsOf(request).noArticle(examples), howToConfidence);
  }
  switch (outcome.kind) {
    case "plan":
      return planned(request, callsAndMessage(request, outcome), outcome);
    case "clarify": {
      const { missing, bad } = outcome;
      return { ...planned(request, [ask(request, outcome)], outcome), clarification: { missing, bad } };
    }
    case "none": {
      const refusal = refuse(request, outcome);
      if (asksKnowledge(request, outcome)) return planKnowledge(request, refusal.content, knowledgeConfidence);
      return { ...planned(request, [refusal], { ...outcome, calls: [] }), refuses: true };
    }
    default:
      return outcome satisfies never;
  }
}

/** How-to questions are recognised by their form, which is sometimes wrong. */
const howToConfidence = 0.9;

/** Whether a passage answers is known only when the plan runs: a model, where there is one, is asked first. */
const knowledgeConfidence = 0.4;

/** A question that no tool answers goes to the knowledge base; small talk and orders do not. */
export function asksKnowledge(request: PlannerRequest, { help }: Extract<GrammarOutcome, { kind: "none" }>): boolean {
  if (help?.talk !== undefined || !request.toolbox.some(({ name }) => name === knowledgeTool)) return false;
  const { clauses } = read(request.goal, request);
  return clauses.length > 0 && clauses.every(({ act }) => act === "ask");
}

const knowledgeTool = "lookup.knowledge_base";

/** Looks the question up; `otherwise` is the answer where no passage answers it. */
function planKnowledge(request: PlannerRequest, otherwise: string, confidence: number): PlannedAnswer {
  return planned(request, lookUp(request, otherwise), { calls: [], reasons: [], confidence });
}

/** Words of the request that a rationale names. */
const mostWords = 6;

type UnderstoodCalls = Pick<GrammarOutcome, "confidence" | "reasons"> & { calls: readonly PlannedCall[] };

function planned(
  request: PlannerRequest,
  steps: Step[],
  { calls, confidence, reasons }: UnderstoodCalls,
): PlannedAnswer {
  const rationale = wordsOf(request).rationale({
    tools: [...new Set(calls.map(({ tool }) => tool))],
    words: [...new Set(reasons.map(({ words }) => words))].slice(0, mostWords),
    kind: steps[0]?.kind ?? "message",
  });
  const plan = completePlan({
    spelling: "results",
    request: { text: request.goal },
    steps,
    metadata: { rationale },
  });
  const ids = new Map(calls.map((call, at) => [call.id, stepId(at)]));
  const led = reasons.map(({ call, ...reason }) => ({ ...reason, step: ids.get(call) ?? call }));
  return { plan, confidence, deterministic: true, reasons: led };
}

function callsAndMessage(
  request: PlannerRequest,
  { calls, answer }: Extract<GrammarOutcome, { kind: "plan" }>,
): Step[] {
  const keyOf = resultKeys(calls);
  const { steps } = toSteps(calls, { ids: stepId, spelling: "results", keyOf });
  const described = steps.map((step): ToolStep => ({
    ...step,
    description: describeCall(step, request),
    // A failure skips only the dependents: the contract's rule.
    onError: "continue",
  }));
  const closing = closingMessage(request, described);
  const made = withLookups(described);
  if (answer === undefined) return [...made, closing];
  const names = new Map(calls.map((call, at) => [call.id, keyOf(call, at)]));
  return [...made, { ...closing, content: respellText(answer, { to: "results", names }) }];
}

/** A result is named after its tool, numbered from the second on. */
function resultKeys(calls: readonly PlannedCall[]): (call: PlannedCall, at: number) => string {
  return ({ tool }, at) => {
    const before = calls.slice(0, at).filter((call) => call.tool === tool).length;
    const key = tool.replaceAll(/[^A-Za-z0-9_]+/g, "_");
    return before === 0 ? key : `${key}_${before + 1}`;
  };
}

/** The closing message: depends on every result that no other step uses, and carries them for the UI. */
function closingMessage(request: PlannerRequest, steps: readonly ToolStep[]): MessageStep {
  const taken = new Set(steps.flatMap(({ dependsOn }) => dependsOn));
  const ends = steps.filter(({ id }) => !taken.has(id));
  const words = wordsOf(request);
  const specs = toolboxOf(request.toolbox);
  const reads = steps.every(({ tool }) => specs.get(tool)?.effect === "read");
  const told: CompletedWork = {
    goal: request.goal.includes("{{") ? undefined : shorten(request.goal, 120),
    calls: ends.map(({ tool, description = tool }) => ({
      description,
      action: summariseAction(description),
    })),
    facts:
      ends.length > 1
        ? []
        : ends.flatMap(({ tool, resultKey = "" }) => resultFacts(specs.get(tool)?.outputSchema, resultKey)),
  };
  const results: JsonObject = Object.fromEntries(
    ends.map(({ resultKey = "" }) => [resultKey, writeReference({ name: resultKey, path: [] }, "results")]),
  );
  return message({
    id: stepId(steps.length),
    description: words.tellStep,
    dependsOn: ends.map(({ id }) => id),
    content: reads ? words.found(told) : words.done(told),
    summary: reads ? words.foundSummary : words.doneSummary(told),
    metadata: results,
  });
}

function lookUp(request: PlannerRequest, otherwise: string): Step[] {
  const words = wordsOf(request);
  const lookup = LookupStep.parse({
    kind: "lookup",
    id: stepId(0),
    description: words.lookupStep,
    query: request.goal,
    target: "knowledge_base",
    filters: { otherwise },
    resultKey: "articles",
  });
  const told = message({
    id: stepId(1),
    description: words.tellStep,
    dependsOn: [lookup.id],
    content: writeReference({ name: "articles", path: ["answer"] }, "results"),
    summary: words.foundSummary,
    metadata: { articles: writeReference({ name: "articles", path: [] }, "results") },
  });
  return [lookup, told];
}

function ask(request: PlannerRequest, outcome: Extract<GrammarOutcome, { kind: "clarify" }>): MessageStep {
  const questions = toQuestions(outcome.missing, request);
  return message({
    id: stepId(0),
    description: wordsOf(request).askStep,
    content: questions.map(({ question }) => question).join("\n") || wordsOf(request).rephrase,
    summary: wordsOf(request).askSummary,
    metadata: {
      missing: outcome.missing.map(({ tool, param, choices, why }) => ({ tool, param, choices, why })),
      bad: outcome.bad,
    },
  });
}

function refuse(request: PlannerRequest, outcome: Extract<GrammarOutcome, { kind: "none" }>): MessageStep {
  const words = wordsOf(request);
  const nearest = outcome.nearest.slice(0, 3).map(({ tool }) => tool);
  return message({
    id: stepId(0),
    description: words.refuseStep,
    content: words.refuse(outcome.help ?? { understood: [], unknown: [], examples: nearest }),
    summary: words.refuseSummary,
    metadata: { nearest_tools: nearest },
  });
}

type MessageFields = Required<Pick<MessageStep, "id" | "description" | "content" | "summary" | "metadata">>;

/** A complete message step, as `MessageStep.parse` would return it. */
function message({
  id,
  description,
  content,
  summary,
  metadata,
  dependsOn = [],
}: MessageFields & Partial<MessageStep>): MessageStep {
  const policy = { onError: "abort", retries: 0, escalate: false } as const;
  return { id, description, dependsOn, ...policy, kind: "message", channel: "assistant", content, summary, metadata };
}

function stepId(at: number): string {
  return `step-${at + 1}`;
}
