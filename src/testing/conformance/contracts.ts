import { determinismExamples } from "../../contracts/determinism/examples.ts";
import { PlannerOutput } from "../../contracts/determinism/planner.ts";
import { parseWith } from "../../plan/parse.ts";
import { reactExamples } from "../../contracts/react/examples.ts";
import { PlanReactResponse } from "../../contracts/react/plan-react.ts";
import { VerbAnswer } from "../../contracts/react/verb.ts";
import { serviceExamples } from "../../contracts/service/examples.ts";
import { structuredExamples } from "../../contracts/structured/examples.ts";
import { validateDocument } from "../../contracts/validate-document.ts";
import type { CheckResult } from "../../plan/check-result.ts";
import { isJsonObject, type Json } from "../../plan/json.ts";
import type { Path } from "./mutation.ts";
import type { Endpoint } from "./endpoint.ts";

/** The endpoints of the contracts that accept a document. */
export const endpoints: readonly Endpoint[] = [
  {
    contract: "service",
    path: "/plan",
    examples: [serviceExamples.request, { session_id: 7, message: "What is the status of order 12?" }],
    isOpen: () => false,
    faults: (answer, request) => [
      ...issuesOf(validateDocument("service", answer)),
      ...(fieldOf(answer, "session_id") === fieldOf(request, "session_id")
        ? []
        : ["session_id differs from the request"]),
    ],
  },
  {
    contract: "structured",
    path: "/plan/structured",
    examples: [{ goal: "Print the time" }, { goal: "a 3-step plan to print the time" }],
    isOpen: () => false,
    faults: (answer, request) => {
      const counted = fieldOf(request, "goal") === "a 3-step plan to print the time";
      return issuesOf(validateDocument("structured", answer, { stepCount: counted ? 3 : undefined }));
    },
    mayRefuse: true,
  },
  {
    contract: "structured",
    path: "/plan/validate",
    examples: [{ contract: "structured", plan: structuredExamples.plan }],
    isOpen: ([first]) => first === "plan",
    faults: (answer) => {
      const { valid, issues } = isJsonObject(answer) ? answer : {};
      const fits = typeof valid === "boolean" && Array.isArray(issues) && valid === (issues.length === 0);
      return fits ? [] : ["the answer is not { valid, issues } with issues if invalid"];
    },
  },
  {
    contract: "react",
    path: "/verbs/execute",
    examples: [reactExamples.verbCall],
    isOpen: ([first]) => first === "payload",
    faults: (answer) => issuesOf(parseWith(VerbAnswer, answer)),
  },
  {
    contract: "react",
    path: "/plan/react",
    examples: [reactExamples.request],
    isOpen: isExtendable,
    faults: (answer, request) => [
      ...issuesOf(parseWith(PlanReactResponse, answer)),
      ...(isItsOwn(answer, request) ? [] : ["request_id differs from the request"]),
    ],
  },
];

/** `POST /planners/{id}/plan`, for one planner of the list. */
export function plannerEndpoint(id: string): Endpoint {
  return {
    contract: "determinism",
    path: `/planners/${encodeURIComponent(id)}/plan`,
    examples: [{ ...determinismExamples.input, context_summary: "The API is up." }],
    isOpen: ([first, at]) => (first === "memory_snippets" || first === "tool_manifest") && at !== undefined,
    faults: (answer) => issuesOf(parseWith(PlannerOutput, answer)),
    mayRefuse: true,
  };
}

/** Without a request id, the server must assign one. */
function isItsOwn(answer: unknown, request: unknown): boolean {
  const asked = fieldOf(request, "request_id");
  return asked === undefined ? fieldOf(answer, "request_id") !== undefined : fieldOf(answer, "request_id") === asked;
}

/** Contract 5 keeps unknown fields of metadata, context, schemas and preferences. */
function isExtendable(path: Path): boolean {
  return ["metadata", "context", "preferences"].some((name) => path.includes(name)) || path[0] === "toolset";
}

function issuesOf(checked: CheckResult<unknown>): string[] {
  return checked.ok ? [] : checked.issues.map(({ pointer, message }) => `${pointer || "the answer"} ${message}`);
}

export function fieldOf(document: unknown, name: string): Json | undefined {
  return isJsonObject(document) ? document[name] : undefined;
}

export function stepsOf(plan: Json | undefined): readonly Json[] {
  const steps = fieldOf(plan, "steps");
  return Array.isArray(steps) ? steps : [];
}
