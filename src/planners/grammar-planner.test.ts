import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Planner, PlannerRequest, SurfaceName } from "../ports/planner.ts";
import { createFakeClock } from "../testing/fake-clock.ts";
import { createToolbox } from "../plan/tool-spec.ts";
import { createGrammarPlanner } from "./grammar-planner.ts";
import { Pack } from "./packs/pack.ts";
import { parsePack } from "./packs/parse-pack.ts";
import { plannerDigest } from "./planner-digest.ts";
import { isSemver } from "./registry.ts";

const file = join(import.meta.dirname, "../../packs/small-business.yaml");
const parsed = parsePack(readFileSync(file, "utf8"), file);
const packs = parsed.ok ? [parsed.value] : [];
const quote = { type: "object", properties: { quote_id: { type: "string" }, total: { type: "number" } } };
const toolbox = [
  ...createToolbox([
    {
      name: "quote_lookup",
      description: "Get one quote with its customer, lines and total.",
      inputSchema: { type: "object", properties: { quote_id: { type: "string" } }, required: ["quote_id"] },
      outputSchema: quote,
      effect: "read",
    },
    {
      name: "create_purchase_order",
      description: "Create a draft purchase order from a quote.",
      inputSchema: {
        type: "object",
        properties: { quote, notify_sales_rep: { type: "boolean" } },
        required: ["quote"],
      },
      effect: "additive",
    },
  ]).values(),
];

function plan(planner: Planner, goal: string, surface: SurfaceName, tools = toolbox): ReturnType<Planner["plan"]> {
  const request: PlannerRequest = {
    agentId: "a",
    goal,
    toolbox: tools,
    surface,
    now: "2025-01-15T12:00:00Z",
    zone: "UTC",
  };
  return planner.plan(request, { signal: new AbortController().signal, clock: createFakeClock() });
}

describe("the grammar planner", () => {
  const planner = createGrammarPlanner(packs);

  it.each([
    ["how do I raise a purchase order from a quote?", /say, for example: “.*purchase order.*Q-0192”/],
    ["how do I bake bread?", /^The knowledge base has no answer to that\.$/],
  ])("says what can be said where the knowledge base has nothing: %s", async (goal, otherwise) => {
    const answer = await plan(planner, goal, "service");
    const filters = { otherwise: expect.stringMatching(otherwise) };
    expect(answer).toMatchObject({ plan: { steps: [{ kind: "lookup", filters }, { kind: "message" }] } });
  });

  it("gives the contract's three steps for the contract's own request", async () => {
    const answer = await plan(planner, "We need to generate a purchase order from quote Q-0192", "service");
    expect(answer).toMatchObject({
      plan: {
        spelling: "results",
        steps: [
          { id: "step-1", kind: "tool", tool: "quote_lookup", args: { quote_id: "Q-0192" } },
          {
            id: "step-2",
            kind: "tool",
            tool: "create_purchase_order",
            args: { quote: "{{results.quote_lookup}}" },
            dependsOn: ["step-1"],
          },
          { id: "step-3", kind: "message", channel: "assistant", dependsOn: ["step-2"] },
        ],
      },
    });
  });

  it.each<[SurfaceName, string, string]>([
    ["determinism", "s1", "{{s1}}"],
    ["runs", "s1", "{{s1}}"],
    ["calls", "s1", "{{s1}}"],
  ])("numbers and refers as %s does", async (surface, id, reference) => {
    expect(await plan(planner, "generate a purchase order from quote Q-0192", surface)).toMatchObject({
      plan: { spelling: "braces", steps: [{ id }, { id: "s2", args: { quote: reference }, dependsOn: [id] }] },
    });
  });

  it("asks for missing values, and reports when no tool matches", async () => {
    expect(await plan(planner, "look up a quote", "runs")).toMatchObject({
      plan: { steps: [], questions: [{ id: "quote_lookup.quote_id" }] },
      clarification: { missing: [{ tool: "quote_lookup", param: "quote_id" }] },
    });
    expect(await plan(planner, "sing a lullaby about the sea", "runs")).toMatchObject({
      code: "PLANNER_NO_SKILLS_AVAILABLE",
    });
  });

  it("asks in the words of the business rule that a plan would break", async () => {
    const tool = {
      name: "update_stock",
      description: "Set the quantity on hand of an item.",
      effect: "destructive" as const,
    };
    const on_hand = { type: "integer" };
    const inputSchema = {
      type: "object",
      properties: { sku: { type: "string" }, on_hand },
      required: ["sku", "on_hand"],
    };
    const stock = [...createToolbox([{ ...tool, inputSchema }]).values()];
    const message = { en: "The shelf holds three." };
    const rules = [{ id: "shelf", tool: "update_stock", param: "on_hand", at_most: 3, message }];
    const strict = createGrammarPlanner([Pack.parse({ ...packs[0], rules })]);
    const answer = await plan(strict, "set the stock of BRG-6204 to 5", "runs", stock);
    expect(answer).toMatchObject({
      plan: { steps: [], questions: [{ question: "The shelf holds three." }] },
      clarification: { missing: [{ param: "on_hand", why: "bad" }], bad: ["5"] },
    });
  });

  it("asks for a whole object with one question", async () => {
    const quoteParts = {
      type: "object",
      properties: { a: { type: "string" }, b: { type: "string" } },
      required: ["a", "b"],
    };
    const inputSchema = { type: "object", properties: { quote: quoteParts }, required: ["quote"] };
    const tools = [
      ...createToolbox([{ name: "archive_quote", description: "Archive a quote.", inputSchema }]).values(),
    ];
    expect(await plan(createGrammarPlanner(), "archive the quote", "runs", tools)).toMatchObject({
      plan: { questions: [{ id: expect.stringMatching(/^archive_quote\.quote/) }] },
    });
  });

  it("looks up how something is done, where the surface can", async () => {
    expect(await plan(planner, "How do I create a purchase order?", "runs")).toMatchObject({
      plan: {
        spelling: "braces",
        steps: [
          { id: "s1", kind: "lookup" },
          { id: "s2", kind: "message", dependsOn: ["s1"] },
        ],
      },
    });
  });

  it("says which words led where", async () => {
    const goal = "look up quote Q-0192";
    const answer = await plan(planner, goal, "runs");
    const reasons = "plan" in answer ? (answer.reasons ?? []) : [];
    expect(reasons).toContainEqual({
      step: "s1",
      tool: "quote_lookup",
      param: "quote_id",
      from: 14,
      to: 20,
      words: "Q-0192",
    });
    expect(reasons.every(({ from, to, words }) => goal.slice(from, to) === words)).toBe(true);
  });

  it("changes its version with its packs", () => {
    const other = createGrammarPlanner([Pack.parse({ ...packs[0], description: "other" })]);
    expect([createGrammarPlanner().version, isSemver(planner.version)]).toEqual([
      `1.0.0+rules.${plannerDigest()}`,
      true,
    ]);
    expect(planner.version).not.toBe(other.version);
  });

  it.each(["show quote Q-0192 and ", "покажи смету Q-0192 и "])(
    "plans no more requests at once than it has a budget for: %s",
    async (unit) => {
      const answer = await plan(planner, unit.repeat(400), "service");
      expect(answer).toMatchObject({ refuses: true, plan: { steps: [{ kind: "message" }] } });
      expect(JSON.stringify(answer)).toMatch(/send it in parts|по частям/);
    },
  );
});
