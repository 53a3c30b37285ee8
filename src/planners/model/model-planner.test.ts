import { describe, expect, it } from "vitest";
import type { PlannerError } from "../../contracts/determinism/planner.ts";
import { contentHash } from "../../plan/hash.ts";
import type { JsonObject } from "../../plan/json.ts";
import { Plan } from "../../plan/plan.ts";
import type { ToolSpec } from "../../plan/tool-spec.ts";
import type { ModelRequest } from "../../ports/model.ts";
import {
  isPlannerError,
  type PlannedAnswer,
  type Planner,
  type PlannerAnswer,
  type PlannerRequest,
} from "../../ports/planner.ts";
import { adversarialScripts } from "../../testing/adversarial-scripts.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { sampleToolbox } from "../../../test/support/sample-toolbox.ts";
import { createScriptedModel, type Script, type ScriptTurn } from "../../testing/scripted-model.ts";
import { structuredToolbox } from "../../contracts/structured/toolbox.ts";
import { toPlannerResult } from "../planner-interface.ts";
import { safePlanner } from "../safe-planner.ts";
import { createModelPlanner } from "./model-planner.ts";
import { promptTexts, promptVersion } from "./prompt.ts";

const clock = createFakeClock();
const base: PlannerRequest = {
  agentId: "tester",
  goal: "Find bolts",
  toolbox: [...sampleToolbox.values()],
  surface: "runs",
  now: "2025-01-15T12:00:00.000Z",
  zone: "UTC",
};
const find = { id: "c1", tool: "find_items", args: { query: "bolts" }, note: "look for bolts" };
const says = (value: JsonObject): ScriptTurn => ({ text: JSON.stringify(value) });
const good = says({ outcome: "plan", calls: [find] });

/** Who answers where the model does not; what the grammar makes of a goal is tested elsewhere. */
const standIn: Planner = {
  id: "grammar",
  version: "1.0.0",
  mode: "full",
  async plan() {
    const steps = [{ id: "s1", kind: "tool", tool: "find_items", args: { query: "bolts" } }];
    const metadata = { planner: "grammar", deterministic: true };
    return { plan: Plan.parse({ steps, metadata }), confidence: 0.6, deterministic: true };
  },
};

function planWith(script: Script, request: Partial<PlannerRequest> = {}, { alone = false } = {}) {
  const model = createScriptedModel(script, { clock });
  const fallback = alone ? {} : { fallback: standIn };
  const planner = safePlanner(createModelPlanner({ model, name: "test/one", ...fallback }));
  const { signal } = new AbortController();
  return { model, planner, answer: planner.plan({ ...base, ...request }, { signal, clock }) };
}

function planned(answer: PlannerAnswer): PlannedAnswer {
  if (isPlannerError(answer)) throw new Error(`${answer.code}: ${answer.message}`);
  return answer;
}

describe("the model planner", () => {
  it("returns a valid plan with its provenance", async () => {
    const { model, planner, answer } = planWith([good]);
    const { plan, deterministic, usage, notes } = planned(await answer);
    expect(plan.steps).toMatchObject([{ kind: "tool", id: "s1", tool: "find_items", args: { query: "bolts" } }]);
    expect(plan.metadata).toMatchObject({ planner: "model", model: "test/one", deterministic: false });
    expect({ deterministic, notes, mode: planner.mode }).toEqual({
      deterministic: false,
      notes: undefined,
      mode: "structural",
    });
    expect(usage).toMatchObject({ model: "test/one" });
    expect(model.requests[0]).toMatchObject({ temperature: 0, schema: { name: "plan" } });
    model.assertComplete();
  });

  it("joins calls by what they refer to, named or not", async () => {
    const second = { id: "c2", tool: "find_items", args: { query: "{{c1.items.0.id}}", limit: 1 } };
    const { answer } = planWith([says({ outcome: "plan", calls: [find, second] })]);
    const { plan } = planned(await answer);
    expect(plan.steps[1]).toMatchObject({ dependsOn: ["s1"], args: { query: "{{s1.items.0.id}}" } });
  });

  it("carries conditions and loops where the surface does, and has them written out where it does not", async () => {
    const each = {
      id: "c2",
      tool: "find_items",
      args: { query: "{{item.id}}" },
      when: { value: "{{c1.items}}", is: "not_empty" },
      for_each: { over: "{{c1.items}}", as: "item", take: 2 },
    };
    const looped = says({ outcome: "plan", calls: [find, each] });
    const { plan } = planned(await planWith([looped]).answer);
    expect(plan.steps[1]).toMatchObject({ forEach: { over: "{{s1.items}}", take: 2 }, when: { is: "not_empty" } });
    const { model, answer } = planWith([looped, { ...good, expects: "NOT_EXPRESSIBLE at /calls/1" }], {
      surface: "determinism",
    });
    expect(planned(await answer).plan.steps).toHaveLength(1);
    model.assertComplete();
  });

  it.each([
    ["service", ["tool", "message"], "step-1"],
    ["determinism", ["tool"], "s1"],
    ["calls", ["tool"], "s1"],
    ["runs", ["tool"], "s1"],
  ] as const)("plans on the surface %s", async (surface, kinds, id) => {
    const { plan } = planned(await planWith([good], { surface }).answer);
    expect(plan.steps.map(({ kind }) => kind)).toEqual(kinds);
    expect(plan.steps[0]?.id).toBe(id);
  });

  it("plans on the structured surface with as many steps as were requested", async () => {
    const calls = [{ id: "t", tool: "get_time", args: {}, note: "take the time" }];
    const request = { surface: "structured", goal: "Make a 3-step plan to print the time" } as const;
    const toolbox = [...structuredToolbox.values()];
    const { plan } = planned(await planWith([says({ outcome: "plan", calls })], { ...request, toolbox }).answer);
    expect(plan.steps.map((step) => step.kind === "tool" && step.tool)).toContain("get_time");
    expect(plan.steps).toHaveLength(3);
  });

  it("keeps what was typed where contract 4 ignores case", async () => {
    const { model, answer } = planWith([says({ outcome: "plan", calls: [{ ...find, args: { query: "q-0192" } }] })], {
      surface: "determinism",
      goal: "Find items for Q-0192",
    });
    const { plan } = planned(await answer);
    expect(plan.steps[0]).toMatchObject({ args: { query: "Q-0192" } });
    expect(model.requests[0]?.messages[1]?.content).toContain("find items for q-0192");
  });

  it("asks in the model's words", async () => {
    const questions = [{ tool: "find_items", param: "query", question: "What should I look for?" }];
    const { plan, clarification } = planned(await planWith([says({ outcome: "ask", questions })]).answer);
    expect(plan.questions).toMatchObject([{ id: "find_items.query", question: "What should I look for?" }]);
    expect(clarification?.missing).toHaveLength(1);
  });

  it("says that no tool fits", async () => {
    expect(await planWith([says({ outcome: "none" })]).answer).toMatchObject({ code: "PLANNER_NO_SKILLS_AVAILABLE" });
  });

  it("leaves questions of how to the knowledge base, without a call", async () => {
    const { model, answer } = planWith([], { goal: "How do I create a purchase order?" });
    expect(planned(await answer).plan.steps[0]?.kind).toBe("lookup");
    model.assertComplete();
  });
});

describe("a reply", () => {
  it.each([
    ["with all fields of the schema", { outcome: "plan", calls: [find], questions: [], reason: null }],
    [
      "with null where nothing is meant",
      { outcome: "plan", calls: [{ ...find, note: null, when: null, for_each: null }] },
    ],
  ])("%s is taken", async (_, reply) => {
    const { model, answer } = planWith([says(reply)]);
    expect(planned(await answer).plan.steps).toHaveLength(1);
    model.assertComplete();
  });

  it.each([
    ["a plan without calls", { outcome: "plan" }],
    ["a question without questions", { outcome: "ask" }],
    [
      "a plan that asks",
      { outcome: "plan", calls: [find], questions: [{ tool: "find_items", param: "q", question: "?" }] },
    ],
    ["nothing, with calls", { outcome: "none", calls: [find] }],
  ])("that contradicts itself is refused: %s", async (_, reply) => {
    const { model, answer } = planWith([says(reply), { ...good, expects: "INVALID_VALUE at /" }]);
    await answer;
    model.assertComplete();
  });
});

describe("a plan that differs from what was said", () => {
  const order = (args: JsonObject): ScriptTurn =>
    says({ outcome: "plan", calls: [{ id: "c1", tool: "create_order", args }] });
  const goal = "Create an order of 12 pieces of item b7";
  const whole = order({ item_id: "b7", quantity: 12 });

  it.each([
    ["drops a value", order({ item_id: "b7" }), 'DROPPED_WORDS at /calls: no call carries "12'],
    ["invents a value", order({ item_id: "b7", quantity: 12, price: 40 }), "INVENTED_VALUE at /calls/0/args/price"],
  ])("is sent back once: one that %s", async (_, wrong, expects) => {
    const { model, answer } = planWith([wrong, { ...whole, expects }], { goal });
    expect(planned(await answer).plan.steps).toMatchObject([{ args: { item_id: "b7", quantity: 12 } }]);
    model.assertComplete();
  });

  it("is refused the second time", async () => {
    const { model, answer } = planWith([order({ item_id: "b7" }), order({ item_id: "b7" })], { goal }, { alone: true });
    expect(await answer).toMatchObject({ code: "PLANNER_GENERATION_FAILED", details: { reason: "unusable" } });
    model.assertComplete();
  });
});

describe("repairs", () => {
  it.each([
    ["no JSON", { text: "I would look for bolts." }, "MALFORMED_JSON"],
    [
      "a field too many",
      says({ outcome: "plan", calls: [{ ...find, why: "because" }] }),
      "UNKNOWN_FIELD at /calls/0/why",
    ],
    [
      "an invented tool",
      says({ outcome: "plan", calls: [{ ...find, tool: "find_item" }] }),
      "UNKNOWN_TOOL at /calls/0/tool",
    ],
    [
      "a wrong type",
      says({ outcome: "plan", calls: [{ ...find, args: { query: 7 } }] }),
      "INVALID_ARGUMENTS at /calls/0/args/query",
    ],
    [
      "a reference to nothing",
      says({ outcome: "plan", calls: [{ ...find, args: { query: "{{c9.x}}" } }] }),
      "/calls/0",
    ],
    ["one id twice", says({ outcome: "plan", calls: [find, find] }), "DUPLICATE_STEP_ID at /calls/1/id"],
    [
      "a question about no tool",
      says({ outcome: "ask", questions: [{ tool: "x", param: "y", question: "z?" }] }),
      "UNKNOWN_TOOL",
    ],
  ])("are fed with the codes of %s", async (_, bad, code) => {
    const { model, answer } = planWith([bad, { ...good, expects: code }]);
    const { notes, usage } = planned(await answer);
    model.assertComplete();
    expect(notes?.join(" ")).toContain("round 1 was rejected");
    expect(usage?.inputTokens).toBeGreaterThan(model.requests[1]?.messages.length ?? 0);
  });

  it("note what surrounded the answer", async () => {
    const { text } = good as { text: string };
    const { answer } = planWith([{ text: `Here:\n\`\`\`json\n${text}\n\`\`\`` }]);
    expect(planned(await answer).notes).toEqual(["removed from the answer: a fence"]);
  });

  it("end after two, and the grammar planner answers instead, which the metadata say", async () => {
    const { model, answer } = planWith([{ text: "no" }, { text: "still no" }, { text: "never" }], {
      goal: "find items for bolts",
    });
    const { plan, notes, deterministic, usage } = planned(await answer);
    expect(model.requests).toHaveLength(3);
    expect(plan.metadata).toMatchObject({
      planner: "grammar",
      deterministic: false,
      extra: { fallback_from: { planner: "model", code: "PLANNER_GENERATION_FAILED" } },
    });
    expect(notes?.at(-1)).toContain("grammar planned instead");
    expect(deterministic).toBe(false);
    expect(usage?.outputTokens).toBeGreaterThan(0);
  });

  it("say so in contract 4's metadata too", async () => {
    const request: PlannerRequest = { ...base, goal: "find items for bolts", surface: "determinism" };
    const { planner, answer } = planWith([{ fail: "overloaded" }], request);
    const said = toPlannerResult(await answer, { request, planner });
    expect(said).toMatchObject({
      deterministic: false,
      metadata: { notes: [expect.stringContaining("grammar planned instead")] },
    });
  });
});

describe("a model that fails", () => {
  it.each([
    ["rate_limited", "PLANNER_RATE_LIMITED", true],
    ["timeout", "PLANNER_TIMEOUT", true],
    ["context_too_long", "PLANNER_CONTEXT_TOO_LONG", false],
    ["unauthorised", "PLANNER_GENERATION_FAILED", false],
    ["overloaded", "PLANNER_GENERATION_FAILED", true],
    ["budget", "PLANNER_GENERATION_FAILED", false],
  ] as const)("by %s is %s where nobody stands in", async (fail, code, retryable) => {
    const answer = await planWith([{ fail }], {}, { alone: true }).answer;
    expect(answer).toMatchObject({ code, retryable, details: { reason: fail } });
  });

  it("does not fall back when the budget is used up", async () => {
    const answer = (await planWith([{ fail: "budget" }]).answer) as PlannerError; // as the next line says
    expect(answer).toMatchObject({ code: "PLANNER_GENERATION_FAILED", details: { reason: "budget" } });
  });

  it.each(adversarialScripts.filter(({ name }) => name !== "hang" && name !== "slow drip"))(
    "by $name never gets past the checks",
    async ({ script }) => {
      const { model, answer } = planWith(script({ tool: "find_items", args: { query: "bolts" } }), {
        goal: "find items for bolts",
      });
      const { plan } = planned(await answer);
      expect(plan.metadata.planner).toBe("grammar");
      expect(model.requests.length).toBeLessThanOrEqual(3);
    },
  );

  it.each(["hang", "slow drip"])("by %s ends with the planner's time", async (name) => {
    const script = adversarialScripts.find((one) => one.name === name)?.script({ tool: "find_items", args: {} }) ?? [];
    const { model, answer } = planWith(script);
    while (model.requests.length === 0) await Promise.resolve();
    clock.advance(30_000);
    expect(await answer).toMatchObject({ code: "PLANNER_TIMEOUT" });
  });
});

describe("the prompt", () => {
  const tool = (name: string): ToolSpec => ({ name, description: "", inputSchema: { type: "object" }, effect: "read" });
  const many = [...Array.from({ length: 300 }, (_, at) => tool(`gadget_${at}`)), ...base.toolbox];
  const toolsOf = (request: ModelRequest | undefined): string[] => {
    const told = JSON.parse(request?.messages[1]?.content ?? "{}") as { tools: { name: string }[] };
    return told.tools.map(({ name }) => name);
  };

  it("includes only the relevant tools of a large toolbox", async () => {
    const { model, answer } = planWith([good], { toolbox: many, goal: "find the items called bolts" });
    expect(planned(await answer).plan.steps).toHaveLength(1);
    expect(toolsOf(model.requests[0])).toContain("find_items");
    expect(toolsOf(model.requests[0]).length).toBeLessThanOrEqual(32);
  });

  it("does not depend on the order of the manifest", async () => {
    const [one, other] = [base.toolbox, base.toolbox.toReversed()].map((toolbox) => planWith([good], { toolbox }));
    await Promise.all([one?.answer, other?.answer]);
    expect(one?.model.requests).toEqual(other?.model.requests);
  });

  it("is part of the planner's version", () => {
    const model = createScriptedModel([]);
    const versions = ["test/one", "test/two"].map((name) => createModelPlanner({ model, name }).version);
    expect(new Set(versions).size).toBe(2);
    // Whoever changes a word of the prompt counts the version up, and then this.
    expect({ promptVersion, texts: contentHash(promptTexts) }).toMatchInlineSnapshot(`
      {
        "promptVersion": 1,
        "texts": "9a2fc59335fb2783",
      }
    `);
  });
});
