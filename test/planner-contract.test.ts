import { describe, expect, it } from "vitest";
import {
  createCascade,
  createGrammarPlanner,
  createMemo,
  createMemoryMemoStore,
  createStubPlanner,
  fromPlannerInterface,
  toPlannerInterface,
} from "../src/planners/index.ts";
import type { Planner } from "../src/ports/planner.ts";
import { createFakeClock } from "../src/testing/fake-clock.ts";
import { plannerSuite } from "../src/testing/planner-kit/index.ts";
import { demoManifest } from "../src/demo/business/business-tools.ts";

// Tests every built-in planner with the published kit.

const demo = demoManifest().map(({ name, description, inputSchema }) => ({
  skill_id: name,
  name,
  description,
  input_schema: inputSchema,
}));
const skills = ["echo", "http_call", "json_transform", "llm_invoke"].map((name) => ({
  skill_id: `skill.${name}`,
  name,
}));
const cases = [
  ["a quote", "look up quote Q-0192", demo],
  ["an order of a quote", "Generate a purchase order from quote Q-0192", demo],
  ["a sales order", "convert quote Q-0187 to a sales order", demo],
  ["stock in Russian", "сколько BRG-6204 на складе", demo],
  ["nothing that fits", "sing me a lullaby", demo],
  ["an echo", "echo Q-0192", skills],
  ["an analysis", "summarize https://example.com/Report-7", skills],
  ["no manifest", "fetch user data from API", []],
].map(([name, goal, tool_manifest]) => ({ name, input: { agent_id: "kit", goal, tool_manifest } })) as {
  name: string;
  input: { agent_id: string; goal: string; tool_manifest: typeof demo };
}[];

const stub = createStubPlanner();
const grammar = createGrammarPlanner();
const planners: Planner[] = [
  stub,
  grammar,
  createMemo(grammar, createMemoryMemoStore(100)),
  createCascade([
    { planner: grammar, atLeast: 0.5 },
    { planner: stub, atLeast: 0.5 },
  ]),
  fromPlannerInterface(toPlannerInterface(stub)),
];

for (const planner of planners) {
  plannerSuite({ describe, it }, toPlannerInterface(planner), { cases, mode: "full" });
}

describe("contract 4's own vectors", () => {
  it.each([
    [{ agent_id: "test-agent", goal: "Fetch user data from API" }, "8412fa735c60961c"],
    [
      {
        agent_id: "test-agent",
        goal: "Fetch user data from API",
        tool_manifest: [{ skill_id: "skill.http_call", name: "HTTP Call" }],
      },
      "9504d8acaa49e459",
    ],
    [{ agent_id: "a", goal: "echo こんにちは 🌍" }, "b683fb7c0aab8643"],
  ])("%j has the input hash %s", async (input, hash) => {
    const call = { signal: new AbortController().signal, clock: createFakeClock() };
    expect(await toPlannerInterface(stub).plan(input, call)).toMatchObject({ metadata: { plan_input_hash: hash } });
  });
});
