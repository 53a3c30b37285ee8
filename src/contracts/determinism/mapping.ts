import type { Plan } from "../../plan/plan.ts";
import type { Step, ToolStep } from "../../plan/step.ts";
import { compact } from "../../plan/compact.ts";
import { createFromPlan } from "../mapping.ts";
import { parserOf } from "../../plan/parse.ts";
import { SkillPlan, type SkillStep } from "./plan.ts";

export function toPlan({ steps, metadata }: SkillPlan): Plan {
  return {
    spelling: "braces",
    request: {},
    steps: steps.map(toStep),
    assumptions: [],
    risks: [],
    entities: [],
    questions: [],
    metadata: compact({
      planner: metadata.planner,
      plannerVersion: metadata.planner_version,
      model: metadata.model,
      inputTokens: metadata.input_tokens,
      outputTokens: metadata.output_tokens,
      costCents: metadata.cost_cents,
      generatedAt: metadata.generated_at,
      deterministic: metadata.deterministic,
    }),
  };
}

export const fromPlan = createFromPlan<SkillPlan>({
  contract: "determinism",
  kinds: ["tool"],
  parse: parserOf(SkillPlan),
  toPlan,
  lay: ({ steps, metadata }) => ({
    steps: steps.map(fromStep),
    metadata: compact({
      planner: metadata.planner,
      planner_version: metadata.plannerVersion,
      model: metadata.model,
      input_tokens: metadata.inputTokens,
      output_tokens: metadata.outputTokens,
      // Rounded half up; the run keeps the exact amount.
      cost_cents: metadata.costCents === undefined ? undefined : Math.floor(metadata.costCents + 0.5),
      generated_at: metadata.generatedAt,
      deterministic: metadata.deterministic,
    }),
  }),
});

function toStep(step: SkillStep): ToolStep {
  return compact({
    kind: "tool" as const,
    id: step.step_id,
    tool: step.skill,
    args: step.params,
    dependsOn: step.depends_on,
    onError: step.on_error,
    retries: step.retry_count,
    escalate: false,
    resultKey: step.output_key,
  });
}

function fromStep(step: Step): unknown {
  if (step.kind !== "tool") return step;
  return compact({
    step_id: step.id,
    skill: step.tool,
    params: step.args,
    depends_on: step.dependsOn,
    on_error: step.onError,
    retry_count: step.retries,
    output_key: step.resultKey,
  });
}
