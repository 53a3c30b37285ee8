import { fromPlan, toPlan } from "../contracts/determinism/mapping.ts";
import { PlannerError, PlannerInput, PlannerOutput, type PlannerResult } from "../contracts/determinism/planner.ts";
import { compact } from "../plan/compact.ts";
import { parseWith } from "../plan/parse.ts";
import type { Issue } from "../plan/issue.ts";
import { isJsonObject, type JsonObject } from "../plan/json.ts";
import {
  isPlannerError,
  type PlannedAnswer,
  type PlannerAnswer,
  type Planner,
  type PlannerInterface,
  type PlannerRequest,
} from "../ports/planner.ts";
import { instantOf, timestampOf } from "../contracts/timestamp.ts";
import { readManifest } from "./manifest.ts";
import { planByInput } from "./plan-by-input.ts";
import { plannerError, withIssues } from "./planner-error.ts";
import { inputHash } from "./request-key.ts";
import { type Limits, safePlanner } from "./safe-planner.ts";

/** Adapts a planner to contract 4: any JSON in, a plan in the contract's format or a `PlannerError` out. */
export function toPlannerInterface(planner: Planner, limits: Partial<Limits> = {}): PlannerInterface {
  const safe = safePlanner(planner, limits);
  return {
    planner_id: planner.id,
    version: planner.version,
    get_determinism_mode: () => planner.mode,
    async plan(input, call) {
      const request = toRequest(input, { now: new Date(call.clock.now()).toISOString(), zone: call.zone ?? "UTC" });
      if (isPlannerError(request)) return request;
      const answer = await planByInput(request, (asked) => safe.plan(asked, call));
      return toPlannerResult(answer, { request, planner });
    },
  };
}

/** Adapts a planner written for contract 4 to our port. It plans for contract 4 and for runs. */
export function fromPlannerInterface(theirs: PlannerInterface): Planner {
  return {
    id: theirs.planner_id,
    version: theirs.version,
    mode: theirs.get_determinism_mode(),
    async plan(request, call) {
      if (request.surface === "structured" || request.surface === "service") {
        const message = `${theirs.planner_id} supports only contract 4 and cannot plan for ${request.surface}`;
        return plannerError("PLANNER_GENERATION_FAILED", message, { surface: request.surface });
      }
      const result: unknown = await theirs.plan(toInput(request), { ...call, zone: request.zone });
      return readResult(result);
    },
  };
}

/** The result of an external `plan()` is parsed like any untrusted document. */
function readResult(result: unknown): PlannerAnswer {
  if (isJsonObject(result) && "code" in result) {
    const error = parseWith(PlannerError, result);
    return error.ok ? error.value : malformed("a malformed error", error.issues);
  }
  const output = parseWith(PlannerOutput, result);
  if (!output.ok) return malformed("an output that does not match contract 4", output.issues);
  const { plan, metadata, deterministic } = output.value;
  const { confidence } = metadata;
  return { plan: toPlan(plan), confidence: typeof confidence === "number" ? confidence : 1, deterministic };
}

function malformed(what: string, issues: readonly Issue[]): PlannerError {
  return plannerError("PLANNER_INVALID_PLAN", `the planner answered with ${what}`, withIssues(issues));
}

/** Converts the contract's arguments to a request, or to an error that lists the issues. */
export function toRequest(
  input: unknown,
  { now, zone }: Pick<PlannerRequest, "now" | "zone">,
): PlannerRequest | ReturnType<typeof plannerError> {
  const parsed = parseWith(PlannerInput, input);
  if (!parsed.ok)
    return plannerError("PLANNER_INVALID_GOAL", "the planner's input is not valid", withIssues(parsed.issues));
  const { agent_id, goal, context_summary, memory_snippets, tool_manifest, ...time } = parsed.value;
  const givenTime = compact({
    now: time.now == null ? undefined : timestampOf(instantOf(time.now)),
    zone: time.zone ?? undefined,
  });
  const { tools, issues } = readManifest(tool_manifest ?? []);
  if (issues.length > 0) {
    const message = "the tool manifest is not valid";
    return plannerError("PLANNER_NO_SKILLS_AVAILABLE", message, withIssues(issues));
  }
  return {
    agentId: agent_id,
    goal,
    ...compact({ contextSummary: context_summary ?? undefined, memorySnippets: memory_snippets ?? undefined }),
    toolbox: tools,
    manifest: tool_manifest ?? [],
    surface: "determinism",
    now: givenTime.now ?? now,
    zone: givenTime.zone ?? zone,
    givenTime,
  };
}

/** The request and the planner that answered it. */
export type AnswerContext = { request: PlannerRequest; planner: Pick<Planner, "id" | "version"> };

/** Converts an answer to contract 4's format. */
export function toPlannerResult(answer: PlannerAnswer, { request, planner }: AnswerContext): PlannerResult {
  if (isPlannerError(answer)) return answer;
  if (answer.clarification !== undefined) return toQuestionError(answer);
  const said = fromPlan(answer.plan);
  if (!said.ok)
    return plannerError("PLANNER_INVALID_PLAN", "contract 4 cannot carry this plan", withIssues(said.issues));
  const metadata: JsonObject = {
    planner: planner.id,
    version: planner.version,
    planner_version: planner.version,
    plan_input_hash: inputHash(request),
    confidence: answer.confidence,
    // Beside the plan, not in it: the plan's bytes must not vary with time.
    generated_at: request.now,
    ...compact({ reasons: answer.reasons?.map((reason) => ({ ...reason })) }),
    ...unaccountedIn(answer),
    ...(answer.notes !== undefined && { notes: [...answer.notes] }),
    ...compact({ considered: answer.considered?.map((one) => ({ ...one })) }),
  };
  return { plan: said.value, metadata, deterministic: answer.deterministic };
}

/** Contract 4 has no questions: an open question is an INVALID_GOAL error whose details say what is missing. */
function toQuestionError(answer: PlannedAnswer): PlannerResult {
  const { plan, clarification, confidence } = answer;
  const asked = plan.questions.map(({ question }) => question).join(" ");
  return plannerError("PLANNER_INVALID_GOAL", asked || "the goal is incomplete", {
    reason: "clarification",
    missing: (clarification?.missing ?? []).map((one) => ({ ...one, choices: [...one.choices] })),
    bad: [...(clarification?.bad ?? [])],
    confidence,
    ...unaccountedIn(answer),
  });
}

/** The parts of the goal that the plan does not carry. */
function unaccountedIn({ unaccounted = [] }: PlannedAnswer): JsonObject {
  return unaccounted.length === 0 ? {} : { unaccounted: unaccounted.map((part) => ({ ...part })) };
}

function toInput(request: PlannerRequest): PlannerInput {
  const described = request.toolbox.map(({ name, description, inputSchema, outputSchema }): JsonObject => ({
    skill_id: name,
    name,
    description,
    input_schema: inputSchema,
    ...compact({ output_schema: outputSchema }),
  }));
  return {
    agent_id: request.agentId,
    goal: request.goal,
    context_summary: request.contextSummary ?? null,
    memory_snippets: [...(request.memorySnippets ?? [])],
    tool_manifest: [...(request.manifest ?? described)],
    ...request.givenTime,
  };
}
