import type { Plan } from "../../plan/plan.ts";
import type { Step, ToolStep } from "../../plan/step.ts";
import { compact } from "../../plan/compact.ts";
import { createFromPlan } from "../mapping.ts";
import { parserOf } from "../../plan/parse.ts";
import { StructuredPlan, type StructuredStep } from "./plan.ts";

export function toPlan({ task_summary, steps, assumptions, risks }: StructuredPlan): Plan {
  return {
    summary: task_summary,
    spelling: "dollar",
    request: {},
    steps: steps.map(toStep),
    assumptions,
    risks: risks.map((details) => ({ details })),
    entities: [],
    questions: [],
    metadata: {},
  };
}

export const fromPlan = createFromPlan<StructuredPlan>({
  contract: "structured",
  kinds: ["tool"],
  parse: parserOf(StructuredPlan),
  toPlan,
  lay: (plan) =>
    compact({
      task_summary: plan.summary,
      steps: plan.steps.map(fromStep),
      assumptions: plan.assumptions,
      risks: plan.risks.map(({ details }) => details),
    }),
});

/** The contract has no retries: a step is tried once, and the first that is not ok decides the task status. */
function toStep(step: StructuredStep): ToolStep {
  return compact({
    kind: "tool" as const,
    id: step.step_id,
    title: step.title,
    description: step.description,
    dependsOn: step.dependencies,
    deliverable: step.deliverable,
    acceptance: step.acceptance,
    tool: step.tool.name,
    args: step.tool.args,
    onError: "continue" as const,
    retries: 0,
    escalate: false,
    degradedFrom: downgradeOf(step),
  });
}

/**
 * The contract has no field for a downgrade: it is documented in the description and in the deliverable of a step that
 * falls back to `echo_tool`.
 */
function downgradeOf({ tool, description, deliverable }: StructuredStep): string | undefined {
  const isDowngraded = [description, deliverable].every((text) => /downgrad|вместо|заменён/iu.test(text));
  if (tool.name !== "echo_tool" || !isDowngraded) return undefined;
  const named = /(?:downgraded from|вместо)\s+(.+?)\.?$/iu.exec(deliverable)?.[1];
  return named ?? /[a-z][a-z0-9]*(?:_[a-z0-9]+)+/u.exec(description.replaceAll("echo_tool", ""))?.[0] ?? "unknown";
}

function fromStep(step: Step): unknown {
  if (step.kind !== "tool") return step;
  return compact({
    step_id: step.id,
    title: step.title,
    description: step.description,
    dependencies: step.dependsOn,
    deliverable: step.deliverable,
    acceptance: step.acceptance,
    tool: { name: step.tool, args: step.args },
  });
}
