import { PlannerError } from "../contracts/determinism/planner.ts";
import { surfaces } from "../contracts/surfaces.ts";
import type { Issue } from "../plan/issue.ts";
import { isJsonObject } from "../plan/json.ts";
import type { Surface } from "../plan/surface.ts";
import type { Toolbox } from "../plan/tool-spec.ts";
import { validatePlan } from "../plan/validate/validate-plan.ts";
import type { PlannedAnswer, PlannerAnswer, PlannerRequest, SurfaceName } from "../ports/planner.ts";
import { freezeDeep, isFrozenDeep } from "./frozen.ts";
import { plannerError, withIssues } from "./planner-error.ts";
import { toolboxOf } from "./toolbox-of.ts";

type AnswerCheck = (answer: unknown, request: PlannerRequest) => PlannerAnswer;

/** `checkAnswer` that remembers its results: an immutable answer with the same tools and surface has the same one. */
export function createAnswerCheck(): AnswerCheck {
  const checked = new WeakMap<object, Pick<PlannerRequest, "toolbox" | "surface"> & { result: PlannerAnswer }>();
  return (answer, request) => {
    const { toolbox, surface } = request;
    const before = isJsonObject(answer) ? checked.get(answer) : undefined;
    if (before?.toolbox === toolbox && before.surface === surface) return before.result;
    const result = checkAnswer(answer, request);
    if (isFrozenDeep(answer) && isJsonObject(answer))
      checked.set(answer, { toolbox, surface, result: freezeDeep(result) });
    return result;
  };
}

/** Validates an answer: its shape, then the plan by every rule, with the tools it may use. */
export function checkAnswer(answer: unknown, request: PlannerRequest): PlannerAnswer {
  if (!isJsonObject(answer)) return malformed("the planner did not answer with an object");
  if ("code" in answer) {
    const error = PlannerError.safeParse(answer);
    return error.success ? error.data : malformed("the planner answered with a malformed error");
  }
  const { confidence, deterministic } = answer;
  if (typeof deterministic !== "boolean") return malformed("the answer does not say whether it is deterministic");
  if (typeof confidence !== "number" || !(confidence >= 0 && confidence <= 1)) {
    return malformed("the answer has no confidence between 0 and 1");
  }
  const tools = toolsFor(request);
  // An empty manifest filters nothing.
  const plan = validatePlan(answer["plan"], tools.size === 0 ? undefined : tools, {
    surface: surfaceOf(request.surface),
  });
  if (!plan.ok) return invalid(plan.issues);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fields beside the plan are informational: their types are the planner's claim
  return { ...(answer as unknown as PlannedAnswer), plan: plan.value };
}

/** Bare calls are scored, not executed: output schemas are not checked for them. */
function toolsFor({ toolbox, surface }: PlannerRequest): Toolbox {
  if (surface !== "calls") return toolboxOf(toolbox);
  return new Map(
    toolbox.map(({ name, description, inputSchema, effect }) => [name, { name, description, inputSchema, effect }]),
  );
}

function surfaceOf(name: SurfaceName): Surface | undefined {
  if (name === "runs") return undefined;
  return surfaces[name === "calls" ? "determinism" : name];
}

function malformed(message: string): PlannerError {
  return plannerError("PLANNER_INVALID_PLAN", message, { reason: "malformed" });
}

function invalid(issues: readonly Issue[]): PlannerError {
  const [first] = issues;
  const place = first === undefined ? "" : `: ${first.pointer} ${first.message}`;
  return plannerError("PLANNER_INVALID_PLAN", `the plan is not valid${place}`, withIssues(issues));
}
