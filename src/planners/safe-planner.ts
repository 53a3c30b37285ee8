import { compact } from "../plan/compact.ts";
import type { PlannerError } from "../contracts/determinism/planner.ts";
import { isJsonObject, type JsonObject } from "../plan/json.ts";
import { pyStrip } from "../plan/normalise.ts";
import { parseTemplate } from "../plan/references.ts";
import {
  isPlannerError,
  type Planner,
  type PlannerAnswer,
  type PlannerCall,
  type PlannerRequest,
} from "../ports/planner.ts";
import { compileInTurns } from "../plan/schema-check.ts";
import type { JsonSchema } from "../plan/tool-spec.ts";
import { createAnswerCheck } from "./check-answer.ts";
import { plannerError } from "./planner-error.ts";

export type Limits = {
  /** Time limit of one planning request. */
  timeoutMs: number;
  /** Longer goals are refused. */
  maxGoalChars: number;
  /** Limit for context and history together. */
  maxContextChars: number;
};
export const defaultLimits: Limits = { timeoutMs: 30_000, maxGoalChars: 32_768, maxContextChars: 1_000_000 };

/**
 * Enforces the contract for any planner: the answer is always a valid plan or a `PlannerError`. Interrupts a planner that
 * awaits; a synchronous loop cannot be interrupted.
 */
export function safePlanner(planner: Planner, limits: Partial<Limits> = {}): Planner {
  const { timeoutMs, maxGoalChars, maxContextChars } = { ...defaultLimits, ...limits };
  const checkAnswer = createAnswerCheck();
  return {
    id: planner.id,
    version: planner.version,
    mode: planner.mode,
    ...compact({ model: planner.model }),
    async plan(request, call) {
      const refusal = goalError(request.goal, maxGoalChars) ?? contextError(request, maxContextChars);
      if (refusal !== undefined) return refusal;
      // Strips outer white space, so that no planner can depend on it.
      const stripped = { ...request, goal: pyStrip(request.goal) };
      const answer = await withDeadline(call, timeoutMs, (signal) => planner.plan(stripped, { ...call, signal }));
      try {
        await compileInTurns(schemasOf(answer, stripped));
        return toGoalError(checkAnswer(answer, stripped), stripped.goal);
      } catch (thrown) {
        return toError(thrown);
      }
    },
  };
}

/** The schemas of the tools that an answer may name. A planner of a stranger may answer with anything. */
function schemasOf(answer: unknown, { toolbox }: PlannerRequest): JsonSchema[] {
  const plan = isJsonObject(answer) ? answer["plan"] : undefined;
  const steps = isJsonObject(plan) ? plan["steps"] : undefined;
  if (!Array.isArray(steps)) return [];
  const named = new Set(steps.map((step) => (isJsonObject(step) ? step["tool"] : undefined)));
  return toolbox.flatMap(({ name, inputSchema }) => (named.has(name) ? [inputSchema] : []));
}

/**
 * Text such as "$step_1.output" in a goal becomes a reference in an argument. The resulting error is the goal's fault, not
 * the planner's.
 */
function toGoalError(answer: PlannerAnswer, goal: string): PlannerAnswer {
  if (!isPlannerError(answer) || answer.code !== "PLANNER_INVALID_PLAN" || !("issues" in answer.details)) return answer;
  const words = spellings.flatMap((spelling) => {
    const { parts, malformed } = parseTemplate(goal, spelling);
    return [...parts.flatMap((part) => (typeof part === "object" ? [part.text] : [])), ...malformed];
  });
  const [first] = words;
  if (first === undefined) return answer;
  const message = `the goal contains ${first}, which is reserved for references to step results`;
  return plannerError("PLANNER_INVALID_GOAL", message, answer.details);
}

const spellings = ["dollar", "results", "braces"] as const;

function goalError(goal: unknown, maxGoalChars: number): PlannerError | undefined {
  if (typeof goal !== "string") return plannerError("PLANNER_INVALID_GOAL", "the goal must be a string");
  if (goal.length > maxGoalChars) {
    const message = `the goal has ${goal.length} characters; the limit is ${maxGoalChars}`;
    return plannerError("PLANNER_CONTEXT_TOO_LONG", message, { chars: goal.length, max_chars: maxGoalChars });
  }
  if (!goal.isWellFormed()) return plannerError("PLANNER_INVALID_GOAL", "the goal has an unpaired surrogate");
  if (!/[\p{L}\p{N}]/u.test(goal)) return plannerError("PLANNER_INVALID_GOAL", "the goal has no words");
  return undefined;
}

function contextError({ contextSummary = "", history = [] }: PlannerRequest, max: number): PlannerError | undefined {
  const chars = history.reduce((sum, { content }) => sum + content.length, contextSummary.length);
  if (chars <= max) return undefined;
  const message = `the context has ${chars} characters; the limit is ${max}`;
  return plannerError("PLANNER_CONTEXT_TOO_LONG", message, { chars, max_chars: max });
}

/** The answer, or an error for a throw, a rejection, an abort or a timeout. Never rejects. */
async function withDeadline(
  call: PlannerCall,
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<PlannerAnswer>,
): Promise<unknown> {
  if (call.signal.aborted) return aborted();
  const stop = new AbortController();
  let settle: (error: PlannerError) => void = () => {};
  const cut = new Promise<PlannerError>((resolve) => (settle = resolve));
  const giveUp = (error: PlannerError): void => {
    settle(error);
    stop.abort();
  };
  const onAbort = (): void => giveUp(aborted());
  const late = (): PlannerError =>
    plannerError("PLANNER_TIMEOUT", `no plan within ${timeoutMs} ms`, { timeout_ms: timeoutMs });
  const cancel = call.clock.setTimer(call.clock.now() + timeoutMs, () => giveUp(late()));
  call.signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([cut, attempt(() => work(stop.signal))]);
  } finally {
    cancel();
    call.signal.removeEventListener("abort", onAbort);
  }
}

async function attempt(work: () => Promise<PlannerAnswer>): Promise<unknown> {
  try {
    return await work();
  } catch (thrown) {
    return toError(thrown);
  }
}

function aborted(): PlannerError {
  return plannerError("PLANNER_GENERATION_FAILED", "the caller cancelled planning", { reason: "aborted" });
}

function toError(thrown: unknown): PlannerError {
  const message = thrown instanceof Error ? thrown.message : describe(thrown);
  if (isJsonObject(thrown) && thrown["status"] === 429) {
    const { retryAfterMs } = thrown;
    const details: JsonObject = typeof retryAfterMs === "number" ? { retry_after_ms: retryAfterMs } : {};
    return plannerError("PLANNER_RATE_LIMITED", message || "the planner is rate limited", details);
  }
  const name = thrown instanceof Error ? thrown.name : typeof thrown;
  return plannerError("PLANNER_GENERATION_FAILED", `the planner failed: ${message}`, { reason: "thrown", name });
}

/** Anything can be thrown, also a value whose `toString` throws. */
function describe(thrown: unknown): string {
  try {
    return String(thrown).slice(0, 500);
  } catch {
    return "an unprintable value";
  }
}
