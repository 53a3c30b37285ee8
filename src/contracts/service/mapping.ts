import type { Plan } from "../../plan/plan.ts";
import type { Step } from "../../plan/step.ts";
import { compact } from "../../plan/compact.ts";
import { createFromPlan } from "../mapping.ts";
import { parsePlanResponse } from "./parse.ts";
import { type PlanResponse, type ServiceVersion, serviceVersions } from "./plan-response.ts";
import type { PlannerStep } from "./planner-step.ts";

/** A failed step skips only its dependents and is not retried, unless the plan escalates. */
const policy = { onError: "continue", retries: 0, escalate: false } as const;

/** A response of any version as a Plan. */
export function toPlan({ session_id, steps, metadata }: PlanResponse): Plan {
  return {
    spelling: "results",
    request: { session: session_id },
    steps: steps.map(toStep),
    assumptions: [],
    risks: [],
    entities: [],
    questions: [],
    metadata: compact({
      model: metadata.model,
      rationale: metadata.rationale,
      contractVersion: metadata.version,
    }),
  };
}

/** Converts a plan to a response, in its own version or else the first that supports it. */
export const fromPlan = createFromPlan<PlanResponse>({
  contract: "service",
  kinds: ["tool", "message", "lookup", "action", "safety"],
  parse: parsePlanResponse,
  toPlan,
  lay: ({ request, steps, metadata }) => ({
    ...compact({ session_id: request.session }),
    steps: steps.map(fromStep),
    metadata: compact({
      model: metadata.model ?? metadata.planner,
      rationale: metadata.rationale,
      version: versionFor(steps, metadata.contractVersion),
    }),
  }),
});

function versionFor(steps: readonly Step[], wanted: string | undefined): ServiceVersion {
  const least = steps.some(({ kind }) => kind === "safety") ? 2 : steps.some(({ kind }) => kind === "action") ? 1 : 0;
  const asked = serviceVersions.findIndex((version) => version === wanted);
  return serviceVersions[Math.max(least, asked)] ?? "0.1";
}

function toStep({ id, description, depends_on, ...typed }: PlannerStep): Step {
  const fields = { ...policy, id, description, dependsOn: depends_on };
  switch (typed.type) {
    case "tool": {
      const { tool_name, arguments: args, result_key, escalate_on_failure } = typed.payload;
      const step = { ...fields, kind: "tool", tool: tool_name, args, escalate: escalate_on_failure } as const;
      return compact({ ...step, resultKey: result_key });
    }
    case "message":
      return { ...fields, kind: "message", ...typed.payload };
    case "lookup": {
      const { result_key, ...lookup } = typed.payload;
      return compact({ ...fields, kind: "lookup" as const, ...lookup, resultKey: result_key });
    }
    case "action": {
      const { action_name, parameters, execution_mode, result_key, conversation_id } = typed.payload;
      const step = { ...fields, kind: "action", action: action_name, parameters, mode: execution_mode } as const;
      return compact({ ...step, resultKey: result_key, conversation: conversation_id });
    }
    case "safety": {
      const { check_name, severity, resolution, ...check } = typed.payload;
      const step = { ...fields, kind: "safety", check: check_name, severity, resolution } as const;
      return compact({
        ...step,
        policyTags: check.policy_tags,
        detectedIssues: check.detected_issues,
        manualReview: check.requires_manual_review,
        fallbackStep: check.fallback_step,
      });
    }
    default:
      return typed satisfies never;
  }
}

/** In the order of the contract's fields: a complete step is sent as written here. */
function fromStep(step: Step): unknown {
  const { id, description, dependsOn: depends_on, kind: type } = step;
  return compact({ id, description, depends_on, type, payload: compact(payloadOf(step)) });
}

function payloadOf(step: Step): object {
  const result_key = step.resultKey;
  switch (step.kind) {
    case "tool":
      return { tool_name: step.tool, arguments: step.args, result_key, escalate_on_failure: step.escalate };
    case "message":
      return { channel: step.channel, content: step.content, summary: step.summary, metadata: step.metadata };
    case "lookup":
      return { query: step.query, target: step.target, filters: step.filters, result_key };
    case "action": {
      const { action: action_name, parameters, mode: execution_mode, conversation: conversation_id } = step;
      return { action_name, parameters, execution_mode, result_key, conversation_id };
    }
    case "safety":
      return {
        check_name: step.check,
        severity: step.severity,
        policy_tags: step.policyTags,
        detected_issues: step.detectedIssues,
        requires_manual_review: step.manualReview,
        resolution: step.resolution,
        fallback_step: step.fallbackStep,
      };
    case "wait":
    case "plan":
      return {}; // `express` has refused them
    default:
      return step satisfies never;
  }
}
