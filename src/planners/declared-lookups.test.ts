import { describe, expect, it } from "vitest";
import { createToolbox } from "../plan/tool-spec.ts";
import { isPlannerError, type SurfaceName } from "../ports/planner.ts";
import { createFakeClock } from "../testing/fake-clock.ts";
import { createJsonTransform } from "../tools/builtin/json-transform.ts";
import { createDatabaseLookup } from "../tools/lookup/database-lookup.ts";
import { createKnowledgeLookup } from "../tools/lookup/knowledge-lookup.ts";
import { toolSpecOf } from "../tools/tool-spec-of.ts";
import { createGrammarPlanner } from "./grammar-planner.ts";

const unused = (): never => {
  throw new Error("planning asks no database");
};
const database = { query: unused, check: unused, close: unused };
const query = { sql: "SELECT 1", maxRows: 10, database };
const berth = { type: "string", description: "berth number" };
const input = { type: "object", properties: { berth }, required: ["berth"], additionalProperties: false };

const lookups = [
  createDatabaseLookup([
    { ...query, name: "mooring_fee", description: "Mooring fee of a berth.", input },
    { ...query, name: "private_list", description: "Owners of yachts.", input, tenants: ["harbour-office"] },
  ]),
  createKnowledgeLookup({
    knowledge: { put: unused, list: unused, remove: unused, search: unused },
    loadTerms: unused,
  }),
  createJsonTransform(),
];
const toolbox = [...createToolbox(lookups.map(({ spec }) => toolSpecOf(spec))).values()];

async function plan(goal: string, surface: SurfaceName = "service") {
  const planner = createGrammarPlanner();
  const request = { agentId: "t", goal, toolbox, surface, now: "2026-03-04T10:00:00Z", zone: "UTC" };
  return planner.plan(request, { signal: new AbortController().signal, clock: createFakeClock() });
}

describe("lookups", () => {
  it.each<SurfaceName>(["service", "runs"])(
    "plan a declared query by its name and parameters on %s",
    async (surface) => {
      const answer = await plan("what is the mooring fee of berth B-12", surface);
      expect(answer).toMatchObject({
        plan: {
          steps: [
            { kind: "lookup", target: "database", query: "mooring_fee", filters: { berth: "B-12" } },
            { kind: "tool", tool: "json.transform" },
            { kind: "message" },
          ],
        },
      });
    },
  );

  it("ask for a parameter that was not said", async () => {
    expect(await plan("what is the mooring fee")).toMatchObject({ clarification: { missing: [{ param: "berth" }] } });
  });

  it("tell nobody of the queries of a tenant", () => {
    expect(JSON.stringify(toolbox)).not.toContain("private_list");
  });

  it("search the knowledge base for a question that no tool answers, and say what else can be said", async () => {
    const answer = await plan("how deep is the water at the north pier?");
    expect(answer).toMatchObject({
      plan: {
        steps: [
          { kind: "lookup", target: "knowledge_base", filters: { otherwise: expect.stringContaining("no tool") } },
          { kind: "message", content: "{{results.articles.answer}}" },
        ],
      },
    });
  });

  it.each(["paint the north pier", "hello there"])("are not planned for what is not a question: %s", async (goal) => {
    const answer = await plan(goal);
    if (isPlannerError(answer)) throw new Error(answer.code);
    expect(answer.plan.steps.map(({ kind }) => kind)).toEqual(["message"]);
  });
});
