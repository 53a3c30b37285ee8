import { describe, expect, it } from "vitest";
import { PlanReactRequest } from "../contracts/react/plan-react.ts";
import type { PlannerError } from "../contracts/determinism/planner.ts";
import { Plan } from "../plan/plan.ts";
import type { PlannerAnswer, PlannerRequest } from "../ports/planner.ts";
import { createFakeClock } from "../testing/fake-clock.ts";
import { createFakeVerbs, FakeFailure } from "../testing/fake-verbs.ts";
import { createGrammarReasoner } from "./grammar-reasoner.ts";
import { reactOnce } from "./react-once.ts";

const verbs = createFakeVerbs({
  find: { run: ({ q }) => ({ id: `${JSON.stringify(q)}-1` }) },
  price: { run: ({ id }) => ({ price: 7, of: id ?? null }) },
  broken: { run: () => Promise.reject(new FakeFailure("tool_failed", "out of order")) },
});
const tool = (id: string, name: string, args: object, dependsOn: string[] = []) => ({
  id,
  kind: "tool",
  tool: name,
  args,
  dependsOn,
});

async function run(answer: PlannerAnswer, goal = "price of bolts and nuts", max_steps = 8) {
  const asked: PlannerRequest[] = [];
  const planner = { id: "fake", plan: async (request: PlannerRequest) => (asked.push(request), answer) };
  const clock = createFakeClock();
  const toolset = ["find", "price", "broken", "planner.react"].map((tool_id) => ({ tool_id }));
  const request = PlanReactRequest.parse({ goal: { description: goal }, toolset, limits: { max_steps } });
  const parts = { verbs, clock, vetoes: [], parallel: 8, reasoner: createGrammarReasoner({ planner, clock }) };
  const checked = await reactOnce(parts, request, { tenant: "t", requestId: "r" });
  if (!checked.ok) throw new Error("not started");
  return { response: checked.value, asked };
}

const planned = (steps: object[], more: object = {}): PlannerAnswer => ({
  plan: Plan.parse({ steps, ...more }),
  confidence: 1,
  deterministic: true,
});

describe("the reasoner without a model", () => {
  it("makes calls once their inputs are known, independent ones in parallel", async () => {
    const { response, asked } = await run(
      planned([
        tool("s1", "find", { q: "bolts" }),
        tool("s2", "find", { q: "nuts" }),
        tool("s3", "price", { id: "{{s1.id}}" }, ["s1"]),
        tool("s4", "price", { id: "{{s2.id}}" }, ["s2"]),
      ]),
    );
    expect(response.trace.map(({ action }) => action?.input ?? null)).toEqual([
      { q: "bolts" },
      { q: "nuts" },
      { id: '"bolts"-1' },
      { id: '"nuts"-1' },
      null,
    ]);
    expect(response.final_answer.content).toBe(
      'id: "bolts"-1\nid: "nuts"-1\nprice: 7, of: "bolts"-1\nprice: 7, of: "nuts"-1',
    );
    expect(asked).toHaveLength(1);
    expect(asked[0]?.toolbox.map(({ name }) => name)).toEqual(["find", "price", "broken"]);
    expect(response.usage).toMatchObject({ steps: 5, tokens_reason: 0, tokens_answer: 0 });
  });

  it("continues without failed calls and their dependents, and reports it", async () => {
    const steps = [
      tool("s1", "broken", {}),
      tool("s2", "price", { id: "{{s1.id}}" }, ["s1"]),
      tool("s3", "find", { q: 1 }),
    ];
    const { response } = await run(planned(steps), "сколько стоит болт?");
    expect(response).toMatchObject({ status: "ok", usage: { tools_called: ["broken", "find"] } });
    expect(response.final_answer.content).toBe("Broken: не удалось (out of order)\nid: 1-1");
  });

  it("asks what the plan asks, two questions at most", async () => {
    const questions = ["Which bolt?", "How many?", "When?"].map((question, at) => {
      return { id: `q${at}`, question, choices: [], freeTextAllowed: true };
    });
    const clarification = { missing: [], bad: [] };
    const { response } = await run({ ...planned([], { questions }), clarification });
    expect(response).toMatchObject({ status: "ok", final_answer: { content: "Which bolt?\nHow many?" } });
    expect(response.final_answer.structured).toEqual({ questions: ["Which bolt?", "How many?"] });
  });

  it.each([
    ["PLANNER_NO_SKILLS_AVAILABLE", "no_tool_fits"],
    ["PLANNER_TIMEOUT", "not_planned"],
  ] as const)("%s ends the run with %s", async (code, stop) => {
    const error: PlannerError = { code, message: "", retryable: false, details: {} };
    expect((await run(error)).response).toMatchObject({ status: "error", error: { code: stop } });
  });

  it("obeys the limits like a model", async () => {
    const steps = ["a", "b", "c"].map((id) => tool(id, "find", { q: id }));
    expect((await run(planned(steps), "find all", 2)).response).toMatchObject({
      error: { code: "max_steps" },
      usage: { steps: 2 },
    });
  });
});
