import { describe, expect, it } from "vitest";
import { Plan } from "../plan/plan.ts";
import type { PlannedAnswer, Planner, PlannerRequest } from "../ports/planner.ts";
import { createFakeClock } from "../testing/fake-clock.ts";
import { fromPlannerInterface, toPlannerInterface } from "./planner-interface.ts";
import { createStubPlanner } from "./stub.ts";

const call = { signal: new AbortController().signal, clock: createFakeClock() };
const step = { kind: "tool", id: "s1", tool: "echo", args: { message: "hi" }, retries: 3 } as const;

function planner(part: Partial<PlannedAnswer>, look: (request: PlannerRequest) => void = () => {}): Planner {
  return {
    id: "test",
    version: "2.1.0",
    mode: "full",
    async plan(request) {
      look(request);
      return { plan: Plan.parse({ steps: [step] }), confidence: 0.8, deterministic: true, ...part };
    },
  };
}

describe("toPlannerInterface", () => {
  it("uses the contract's fields, with the time beside the plan and not in it", async () => {
    expect(await toPlannerInterface(planner({})).plan({ agent_id: "a", goal: "echo hi" }, call)).toEqual({
      plan: {
        steps: [
          {
            step_id: "s1",
            skill: "echo",
            params: { message: "hi" },
            depends_on: [],
            on_error: "abort",
            retry_count: 3,
          },
        ],
        metadata: {},
      },
      metadata: {
        planner: "test",
        version: "2.1.0",
        planner_version: "2.1.0",
        plan_input_hash: expect.stringMatching(/^[0-9a-f]{16}$/),
        confidence: 0.8,
        generated_at: "2025-01-15T12:00:00.000Z",
      },
      deterministic: true,
    });
  });

  it("hands the whole input on, and None as absent", async () => {
    const seen: PlannerRequest[] = [];
    const theirs = toPlannerInterface(planner({}, (request) => seen.push(request)));
    const tool_manifest = [{ skill_id: "echo", name: "Echo" }];
    await theirs.plan(
      { agent_id: "a", goal: " x ", context_summary: "", memory_snippets: [{ k: 1 }], tool_manifest },
      { ...call, zone: "Asia/Tokyo" },
    );
    await theirs.plan(
      { agent_id: "a", goal: "x", context_summary: null, memory_snippets: null, tool_manifest: null },
      call,
    );
    // Each input is planned for a second time too, to find out whether the plan depends on the clock.
    const [first, , second] = seen;
    expect([first, second]).toMatchObject([
      { goal: "x", contextSummary: "", memorySnippets: [{ k: 1 }], manifest: tool_manifest, zone: "Asia/Tokyo" },
      { goal: "x", toolbox: [], manifest: [], zone: "UTC", surface: "determinism" },
    ]);
    expect(second).not.toHaveProperty("contextSummary");
  });

  describe("time", () => {
    const dated = (): Planner => ({
      ...planner({}),
      plan: async (request) => ({
        plan: Plan.parse({
          steps: [{ kind: "tool", id: "s1", tool: "echo", args: { day: request.now.slice(0, 10) } }],
        }),
        confidence: 1,
        deterministic: true,
      }),
    });
    const tool_manifest = [{ skill_id: "echo", name: "Echo" }];
    const input = { agent_id: "a", goal: "echo it tomorrow", tool_manifest };

    it("makes a plan that depends on the clock not deterministic", async () => {
      expect(await toPlannerInterface(dated()).plan(input, call)).toMatchObject({
        deterministic: false,
        plan: { metadata: { deterministic: false } },
        metadata: { notes: [expect.stringContaining("pass now")] },
      });
    });

    it("is an input where it is given, in the hash and in the plan", async () => {
      const at = async (now: string, clock = call.clock): Promise<unknown> =>
        toPlannerInterface(dated()).plan({ ...input, now }, { ...call, clock });
      const first = await at("2026-05-04T00:00:00Z");
      expect(first).toMatchObject({ deterministic: true, plan: { steps: [{ params: { day: "2026-05-04" } }] } });
      expect(await at("20260504T020000+0200", createFakeClock(0))).toEqual(first);
      expect(await at("2026-05-05T00:00:00Z")).not.toMatchObject({
        metadata: { plan_input_hash: (first as { metadata: { plan_input_hash: string } }).metadata.plan_input_hash },
      });
    });
  });

  it.each<[string, unknown, string, string]>([
    ["an unknown field", { agent_id: "a", goal: "x", gaol: "y" }, "PLANNER_INVALID_GOAL", "/gaol"],
    ["a goal that is no text", { agent_id: "a", goal: 1 }, "PLANNER_INVALID_GOAL", "/goal"],
    ["a bad manifest", { agent_id: "a", goal: "x", tool_manifest: [{}] }, "PLANNER_NO_SKILLS_AVAILABLE", "/0"],
  ])("refuses %s with the place", async (_, input, code, pointer) => {
    const answer = await toPlannerInterface(planner({})).plan(input as never, call);
    expect(answer).toMatchObject({ code, details: { issues: [expect.objectContaining({ pointer })] } });
  });

  it("turns a question into an error that says what to ask", async () => {
    const missing = [{ tool: "echo", param: "message", choices: [], why: "absent" as const }];
    const questions = [{ id: "q", question: "Which message?", choices: [], freeTextAllowed: true }];
    const asks = planner({ plan: Plan.parse({ steps: [], questions }), clarification: { missing, bad: ["?"] } });
    expect(await toPlannerInterface(asks).plan({ agent_id: "a", goal: "echo" }, call)).toMatchObject({
      code: "PLANNER_INVALID_GOAL",
      message: "Which message?",
      details: { reason: "clarification", missing, bad: ["?"] },
    });
  });

  it("reports a plan the contract cannot carry", async () => {
    const wide = planner({ plan: Plan.parse({ steps: [{ ...step, escalate: true }] }) });
    expect(await toPlannerInterface(wide).plan({ agent_id: "a", goal: "echo" }, call)).toMatchObject({
      code: "PLANNER_INVALID_PLAN",
      details: { issues: [{ code: "NOT_EXPRESSIBLE", pointer: "/steps/0/escalate" }] },
    });
  });
});

describe("fromPlannerInterface", () => {
  const request: PlannerRequest = {
    agentId: "a",
    goal: "echo hi",
    toolbox: [],
    surface: "runs",
    now: "2025-01-15T12:00:00Z",
    zone: "UTC",
  };
  const there = fromPlannerInterface(toPlannerInterface(createStubPlanner()));

  it("uses a contract 4 planner through our port", async () => {
    expect([there.id, there.version, there.mode]).toEqual(["stub", createStubPlanner().version, "full"]);
    expect(await there.plan(request, call)).toMatchObject({
      plan: { steps: [{ tool: "echo", args: { message: "hi" } }] },
    });
  });

  const error = { code: "PLANNER_TIMEOUT", message: "late", retryable: true, details: {} };
  it.each<[string, unknown, string, string]>([
    ["nothing", undefined, "PLANNER_INVALID_PLAN", ""],
    ["a text", "s1", "PLANNER_INVALID_PLAN", ""],
    ["no steps", { plan: {}, metadata: {}, deterministic: true }, "PLANNER_INVALID_PLAN", "/plan/steps"],
    [
      "a field the contract has not",
      { plan: { steps: [{ step_id: "s1", skill: "echo", params: {}, when: "x" }] }, metadata: {}, deterministic: true },
      "PLANNER_INVALID_PLAN",
      "/plan/steps/0/when",
    ],
    ["a malformed error", { ...error, code: "OOPS" }, "PLANNER_INVALID_PLAN", "/code"],
    ["an error", error, "PLANNER_TIMEOUT", ""],
  ])("reads %s as contract 4 would", async (_, result, code, pointer) => {
    const theirs = { ...toPlannerInterface(createStubPlanner()), plan: () => Promise.resolve(result as never) };
    const answer = await fromPlannerInterface(theirs).plan(request, call);
    const issues = pointer === "" ? {} : { issues: [expect.objectContaining({ pointer })] };
    expect(answer).toMatchObject({ code, details: issues });
  });

  it("passes errors on, and refuses other surfaces", async () => {
    expect(await there.plan({ ...request, goal: "" }, call)).toMatchObject({ code: "PLANNER_INVALID_GOAL" });
    const answer = await there.plan({ ...request, surface: "service" }, call);
    expect(answer).toMatchObject({ code: "PLANNER_GENERATION_FAILED", details: { surface: "service" } });
  });
});
