import type { Entity, Plan, PlanRequest, Question } from "../../plan/plan.ts";
import type { Step, ToolStep } from "../../plan/step.ts";
import { compact } from "../../plan/compact.ts";
import { createFromPlan } from "../mapping.ts";
import { parserOf } from "../../plan/parse.ts";
import { plainScope } from "./effect-keys.ts";
import { ActionPlan, type ClarificationQuestion, type EntityRef, type ToolAction } from "./plan.ts";

/** The contract gives actions no id: they are numbered by position, from `a1`. */
export function actionId(at: number): string {
  return `a${at + 1}`;
}

export function toPlan(wire: ActionPlan): Plan {
  const { raw_text, voice } = wire.inputs;
  return {
    id: wire.plan_id,
    summary: wire.summary,
    spelling: "none",
    request: compact({
      text: raw_text,
      language: wire.language,
      voice: voice && { fileId: voice.file_id, transcript: voice.transcript, confidence: voice.confidence },
    }),
    intent: wire.intent,
    domain: wire.domain,
    steps: wire.actions.map(toStep),
    assumptions: [],
    risks: wire.risks,
    entities: wire.entities.map(toEntity),
    questions: wire.needs_clarification.map(toQuestion),
    metadata: {},
  };
}

export const fromPlan = createFromPlan<ActionPlan>({
  contract: "actions",
  kinds: ["tool"],
  parse: parserOf(ActionPlan),
  toPlan,
  lay: (plan) =>
    compact({
      plan_id: plan.id,
      intent: plan.intent,
      domain: plan.domain,
      summary: plan.summary,
      language: plan.request.language,
      inputs: fromRequest(plan.request),
      entities: plan.entities.map(fromEntity),
      actions: plan.steps.map(fromStep),
      needs_clarification: plan.questions.map(fromQuestion),
      risks: plan.risks,
    }),
});

/** Each action has its own outcome, so a failed one does not stop the next. `read_only` stays a claim. */
function toStep(action: ToolAction, at: number): ToolStep {
  return {
    kind: "tool",
    id: actionId(at),
    tool: action.tool_slug,
    toolkit: action.toolkit,
    args: action.args,
    dependsOn: [],
    onError: "continue",
    retries: 0,
    escalate: false,
    effect: {
      class: action.read_only ? "read" : "unknown",
      ...(action.idempotency_scope !== plainScope(action) && { scope: action.idempotency_scope }),
    },
    preview: action.preview,
  };
}

function fromStep(step: Step): unknown {
  if (step.kind !== "tool") return step;
  const { toolkit = "", tool: tool_slug, args, effect, preview } = step;
  return compact({
    toolkit: step.toolkit,
    tool_slug,
    args,
    read_only: effect?.class === "read",
    idempotency_scope: effect && (effect.scope ?? plainScope({ toolkit, tool_slug, args })),
    preview,
  });
}

function fromRequest({ text, voice }: PlanRequest): unknown {
  return compact({
    raw_text: text,
    voice: voice && { file_id: voice.fileId, transcript: voice.transcript, confidence: voice.confidence },
  });
}

function toEntity({ selected_id, ...entity }: EntityRef): Entity {
  return compact({ ...entity, selectedId: selected_id });
}

function fromEntity({ selectedId, ...entity }: Entity): EntityRef {
  return compact({ ...entity, selected_id: selectedId });
}

function toQuestion({ free_text_allowed, ...question }: ClarificationQuestion): Question {
  return { ...question, freeTextAllowed: free_text_allowed };
}

function fromQuestion({ freeTextAllowed, ...question }: Question): ClarificationQuestion {
  return { ...question, free_text_allowed: freeTextAllowed };
}
