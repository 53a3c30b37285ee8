import { describe, expect, it } from "vitest";
import { fromPlan } from "../../contracts/service/mapping.ts";
import { createToolbox } from "../../plan/tool-spec.ts";
import { validatePlan } from "../../plan/validate/validate-plan.ts";
import type { PlannerRequest } from "../../ports/planner.ts";
import type { GrammarOutcome, PlannedCall } from "../grammar/goal.ts";
import { deedOf, isHowTo } from "./how-to.ts";
import { planForService } from "./service.ts";

const toolbox = createToolbox([
  { name: "quote_lookup", description: "Get one quote. With lines.", effect: "read" },
  { name: "create_purchase_order", description: "Create a purchase order.", effect: "additive" },
]);
const request: PlannerRequest = {
  agentId: "a",
  goal: "Generate a purchase order from quote Q-0192",
  toolbox: [...toolbox.values()],
  surface: "service",
  now: "2025-01-15T12:00:00Z",
  zone: "UTC",
};
const lookup = { id: "c1", tool: "quote_lookup", args: { quote_id: "Q-0192" }, dependsOn: [] };
const create = { id: "c2", tool: "create_purchase_order", args: { quote: "{{c1}}", notify: true }, dependsOn: ["c1"] };
const reasons = [{ call: "c2", tool: "create_purchase_order", from: 0, to: 8, words: "Generate" }];
const outcome = (calls: PlannedCall[]): GrammarOutcome => ({ kind: "plan", calls, confidence: 0.9, reasons });

function say(part: Partial<PlannerRequest>, understood: GrammarOutcome): unknown {
  const { plan } = planForService({ ...request, ...part }, understood);
  const proof = validatePlan(plan, toolbox);
  if (!proof.ok) throw new Error(JSON.stringify(proof.issues));
  const said = fromPlan({ ...plan, request: { session: 7 }, metadata: { model: "grammar" } });
  if (!said.ok) throw new Error(JSON.stringify(said.issues));
  return said.value.steps;
}

describe("the service surface", () => {
  it("gives the contract's shape: look up, create from the result, tell", () => {
    expect(say({}, outcome([lookup, create]))).toMatchObject([
      {
        id: "step-1",
        type: "tool",
        description: "Get one quote (Q-0192)",
        depends_on: [],
        payload: { tool_name: "quote_lookup", arguments: { quote_id: "Q-0192" }, result_key: "quote_lookup" },
      },
      {
        id: "step-2",
        type: "tool",
        depends_on: ["step-1"],
        payload: {
          tool_name: "create_purchase_order",
          arguments: { quote: "{{results.quote_lookup}}", notify: true },
          result_key: "create_purchase_order",
        },
      },
      {
        id: "step-3",
        type: "message",
        depends_on: ["step-2"],
        payload: {
          channel: "assistant",
          content: "I've created a purchase order.",
          metadata: { create_purchase_order: "{{results.create_purchase_order}}" },
        },
      },
    ]);
  });

  it("numbers the results of one tool and waits for all of them", () => {
    expect(say({}, outcome([lookup, { ...lookup, id: "c2" }]))).toMatchObject([
      { payload: { result_key: "quote_lookup" } },
      { payload: { result_key: "quote_lookup_2" } },
      { depends_on: ["step-1", "step-2"], payload: { summary: "Answer ready" } },
    ]);
  });

  it("asks with a message that carries what is missing", () => {
    const missing = [{ tool: "quote_lookup", param: "quote_id", choices: ["Q-1", "Q-2"], why: "absent" as const }];
    const asked: GrammarOutcome = { kind: "clarify", calls: [], missing, bad: [], confidence: 0.6, reasons: [] };
    expect(planForService(request, asked).clarification).toEqual({ missing, bad: [] });
    expect(say({}, asked)).toMatchObject([
      {
        type: "message",
        payload: { content: "Which quote id for “quote lookup” (Q-1, Q-2)?", metadata: { missing } },
      },
    ]);
  });

  it("says that no tool fits, and which come nearest", () => {
    const nearest = [{ tool: "quote_lookup", score: 0.1 }];
    const none: GrammarOutcome = { kind: "none", nearest, confidence: 0.9, reasons: [] };
    expect(say({ goal: "sing" }, none)).toMatchObject([
      { type: "message", payload: { metadata: { nearest_tools: ["quote_lookup"] } } },
    ]);
  });

  it("answers a question of how from the knowledge base, whatever tool would fit", () => {
    const steps = say({ goal: "How do I create a purchase order?" }, outcome([lookup]));
    expect(steps).toMatchObject([
      { type: "lookup", payload: { target: "knowledge_base", query: "How do I create a purchase order?" } },
      { type: "message", depends_on: ["step-1"], payload: { metadata: { articles: "{{results.articles}}" } } },
    ]);
  });

  it("locale changes wording, never structure", () => {
    const strip = (steps: unknown) =>
      JSON.stringify(steps).replaceAll(/"(?:description|content|summary)":"[^"]*"/g, "");
    const [en, ru] = [
      say({ locale: "en" }, outcome([lookup, create])),
      say({ locale: "ru" }, outcome([lookup, create])),
    ];
    expect(strip(en)).toBe(strip(ru));
    expect(en).not.toEqual(ru);
  });

  it("explains by its own step ids", () => {
    expect(planForService(request, outcome([lookup, create])).reasons).toMatchObject([
      { step: "step-2", words: "Generate" },
    ]);
  });
});

describe("deedOf", () => {
  it.each([
    ["How do I add a member?", "add a member"],
    ["hello, how can we book a room", "book a room"],
    ["Подскажите, как мне оформить заказ", "оформить заказ"],
    ["If we wanted to book a room, what would you need from us?", "book a room"],
    ["what do you need from me to add a member?", "add a member"],
    ["Если я захочу добавить участника, что от меня нужно?", "добавить участника"],
  ])("%j: %j", (goal, deed) => expect(deedOf(goal)).toBe(deed));
});

describe("isHowTo", () => {
  it.each([
    ["How do I create a purchase order?", true],
    ["how to email the PO", true],
    ["Hello, how can I convert a quote?", true],
    ["What are the steps for a return?", true],
    ["Как создать заказ поставщику?", true],
    ["Подскажите, как мне оформить заказ", true],
    ["if I wanted to add a member, what would you need?", true],
    ["если мы хотим отгрузить 5 насосов, что останется?", false],
    ["if I need to ship 5 pumps, how many are left?", false],
    ["what do we need to order?", false],
    ["how many bearings do we have", false],
    ["how much is Q-0192", false],
    ["can you create a purchase order", false],
    ["Как дела с заказом?", false],
    ["какие остатки?", false],
    ["create a how-to order", false],
    ["what’s the proper way to book a return", true],
    ["guide me through raising an order", true],
    ["run me through the open quotes", false],
    ["what should I do to cancel an order", true],
    ["Как у нас принято закрывать заказ?", true],
    ["Каков порядок возврата товара?", true],
    ["Что делать, чтобы отменить заказ?", true],
    ["Какие заказы нужно закрыть?", false],
  ])("%j: %s", (goal, is) => expect(isHowTo(goal)).toBe(is));
});
