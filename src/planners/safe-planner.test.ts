import { describe, expect, it } from "vitest";
import { Plan } from "../plan/plan.ts";
import { createToolbox } from "../plan/tool-spec.ts";
import type { Planner, PlannerAnswer, PlannerRequest } from "../ports/planner.ts";
import { createFakeClock } from "../testing/fake-clock.ts";
import { safePlanner } from "./safe-planner.ts";

const toolbox = [
  ...createToolbox([
    { name: "echo", inputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] } },
  ]).values(),
];
const request: PlannerRequest = {
  agentId: "test",
  goal: "echo hello",
  toolbox,
  surface: "determinism",
  now: "2025-01-15T12:00:00Z",
  zone: "UTC",
};
const step = { kind: "tool", id: "s1", tool: "echo", args: { text: "hello" } } as const;
const good: PlannerAnswer = { plan: Plan.parse({ steps: [step] }), confidence: 1, deterministic: true };

/** A planner whose `plan` is whatever is handed in, however wrong. */
function planner(plan: (request: PlannerRequest, call: Parameters<Planner["plan"]>[1]) => unknown): Planner {
  return { id: "test", version: "1.0.0", mode: "full", plan: plan as Planner["plan"] };
}

async function ask(
  inner: Planner,
  goal: unknown = request.goal,
  signal = new AbortController().signal,
): Promise<unknown> {
  const clock = createFakeClock();
  return safePlanner(inner).plan({ ...request, goal: goal as string }, { signal, clock });
}

describe("safePlanner", () => {
  it.each(["$step_1.output", "{{results.x}}", "{{s1.y}}"])(
    "blames a goal with %s in it for the plan it breaks",
    async (text) => {
      const spelling = text.startsWith("$") ? "dollar" : text.includes("results") ? "results" : "braces";
      const plan = Plan.parse({ spelling, steps: [{ ...step, args: { text } }] });
      const inner = planner(async () => ({ ...good, plan }));
      expect(await ask(inner, `echo ${text}`)).toMatchObject({
        code: "PLANNER_INVALID_GOAL",
        message: expect.stringContaining(text),
      });
      expect(await ask(inner)).toMatchObject({ code: "PLANNER_INVALID_PLAN" });
    },
  );

  it("returns a valid answer unchanged", async () => {
    expect(await ask(planner(async () => good))).toEqual(good);
  });

  it.each<[string, (call: unknown) => unknown, object]>([
    ["a synchronous throw", () => thrown(new Error("boom")), { code: "PLANNER_GENERATION_FAILED", retryable: true }],
    ["a rejection", () => Promise.reject(new Error("boom")), { code: "PLANNER_GENERATION_FAILED" }],
    ["a thrown text", () => thrown("boom"), { code: "PLANNER_GENERATION_FAILED" }],
    ["a thrown nothing", () => thrown(undefined), { code: "PLANNER_GENERATION_FAILED" }],
    ["a thrown value that cannot be shown", () => thrown(Object.create(null)), { code: "PLANNER_GENERATION_FAILED" }],
    [
      "a 429 of a provider",
      () => thrown({ status: 429, retryAfterMs: 5000 }),
      { code: "PLANNER_RATE_LIMITED", retryable: true, details: { retry_after_ms: 5000 } },
    ],
    ["no answer", () => undefined, { code: "PLANNER_INVALID_PLAN", retryable: false }],
    ["prose", async () => "First, I would…", { code: "PLANNER_INVALID_PLAN" }],
    ["a list", async () => [good], { code: "PLANNER_INVALID_PLAN" }],
    ["a malformed error", async () => ({ code: "PLANNER_OOPS" }), { code: "PLANNER_INVALID_PLAN" }],
    ["a plan that is none", async () => ({ ...good, plan: { steps: "s1" } }), { code: "PLANNER_INVALID_PLAN" }],
    ["a confidence of 2", async () => ({ ...good, confidence: 2 }), { code: "PLANNER_INVALID_PLAN" }],
    ["no word on determinism", async () => ({ ...good, deterministic: undefined }), { code: "PLANNER_INVALID_PLAN" }],
    [
      "a getter that throws",
      async () => ({
        ...good,
        get plan() {
          return thrown(new Error("trap"));
        },
      }),
      { code: "PLANNER_GENERATION_FAILED" },
    ],
    ["an unregistered tool", async () => withStep({ tool: "drop_database" }), { code: "PLANNER_INVALID_PLAN" }],
    ["an argument outside the schema", async () => withStep({ args: { text: 1 } }), { code: "PLANNER_INVALID_PLAN" }],
    ["a forward dependency on nothing", async () => withStep({ dependsOn: ["s9"] }), { code: "PLANNER_INVALID_PLAN" }],
    ["a message on a surface without messages", async () => withMessage(), { code: "PLANNER_INVALID_PLAN" }],
  ])("turns %s into a PlannerError", async (_, plan, error) => {
    expect(await ask(planner(plan))).toMatchObject(error);
  });

  it("names every violation of an invalid plan in the details", async () => {
    const answer = await ask(planner(async () => withStep({ tool: "ehco", dependsOn: ["s9"] })));
    expect(answer).toMatchObject({ details: { issue_count: 2, issues: [{ hint: expect.any(String) }, {}] } });
  });

  it("times out, aborts the planner, and leaves no timer", async () => {
    const clock = createFakeClock();
    let told = false;
    const slow = planner((_, { signal }) => new Promise(() => signal.addEventListener("abort", () => (told = true))));
    const answer = safePlanner(slow, { timeoutMs: 50 }).plan(request, { signal: new AbortController().signal, clock });
    await Promise.resolve();
    clock.advance(50);
    expect(await answer).toMatchObject({ code: "PLANNER_TIMEOUT", retryable: true, details: { timeout_ms: 50 } });
    expect([told, clock.waiting()]).toEqual([true, 0]);
  });

  it("stops with the caller, before and during planning", async () => {
    const aborted = { code: "PLANNER_GENERATION_FAILED", details: { reason: "aborted" } };
    expect(
      await ask(
        planner(async () => good),
        "echo",
        AbortSignal.abort(),
      ),
    ).toMatchObject(aborted);
    const stop = new AbortController();
    const answer = ask(
      planner(() => new Promise(() => {})),
      "echo",
      stop.signal,
    );
    stop.abort();
    expect(await answer).toMatchObject(aborted);
  });

  it.each([
    ["", "PLANNER_INVALID_GOAL"],
    [" \n\t\u001c", "PLANNER_INVALID_GOAL"],
    ["🌍🚀", "PLANNER_INVALID_GOAL"],
    ["\u202e\u2066\u0007", "PLANNER_INVALID_GOAL"],
    ["half \ud83d", "PLANNER_INVALID_GOAL"],
    [42, "PLANNER_INVALID_GOAL"],
    ["x ".repeat(500_000), "PLANNER_CONTEXT_TOO_LONG"],
  ])("refuses the goal %j before the planner sees it", async (goal, code) => {
    let asked = false;
    const answer = await ask(
      planner(async () => ((asked = true), good)),
      goal,
    );
    expect([answer, asked]).toMatchObject([{ code }, false]);
  });

  it("refuses an oversized context", async () => {
    const clock = createFakeClock();
    const history = [{ role: "user" as const, content: "x".repeat(600_000) }];
    const long = { ...request, contextSummary: "x".repeat(600_000), history };
    const answer = safePlanner(planner(async () => good)).plan(long, { signal: new AbortController().signal, clock });
    expect(await answer).toMatchObject({ code: "PLANNER_CONTEXT_TOO_LONG", details: { chars: 1_200_000 } });
  });

  it("hands on the goal without its outer white space, as Python strips it", async () => {
    const goals: string[] = [];
    await ask(
      planner(async ({ goal }) => (goals.push(goal), good)),
      "\u001c echo Q-0192 \u0085\n",
    );
    expect(goals).toEqual(["echo Q-0192"]);
  });
});

function thrown(value: unknown): never {
  throw value;
}

function withStep(part: object): unknown {
  return { ...good, plan: { steps: [{ ...step, ...part }] } };
}

function withMessage(): unknown {
  return { ...good, plan: { steps: [{ kind: "message", id: "s1", channel: "assistant", content: "hi" }] } };
}
