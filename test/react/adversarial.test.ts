import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PlanReactRequest, PlanReactResponse } from "../../src/contracts/react/plan-react.ts";
import type { Json } from "../../src/plan/json.ts";
import { modelFailures } from "../../src/ports/model.ts";
import { adversarialScripts, forbiddenTool } from "../../src/testing/adversarial-scripts.ts";
import type { ScriptTurn } from "../../src/testing/scripted-model.ts";
import { createTools, findSchema, type Once, requestOf, runOnce, settle } from "./support/react-world.ts";

const real = { tool: "find_items", args: { query: "bolts", limit: 3 } };
const tools = [{ tool_id: "find_items", input_schema: findSchema }, { tool_id: "count_items" }];

/** Whatever a model does, these hold. */
async function check(run: Once, request: PlanReactRequest): Promise<PlanReactResponse> {
  for (let seconds = 0; seconds < 62; seconds += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    run.clock.advance(1000);
  }
  const response = await run.response;
  expect(PlanReactResponse.safeParse(response).error).toBeUndefined();
  const { usage, trace } = response;
  const { max_steps, max_tokens_reason, max_tokens_answer, timeout_seconds } = request.limits;
  expect(usage.steps).toBeLessThanOrEqual(max_steps);
  expect(usage.tokens_reason).toBeLessThanOrEqual(max_tokens_reason);
  expect(usage.tokens_answer).toBeLessThanOrEqual(max_tokens_answer);
  expect(usage.duration_ms).toBeLessThanOrEqual(timeout_seconds * 1000 + 1000);
  expect(trace.map(({ step_index }) => step_index)).toEqual(trace.map((_, at) => at));
  expect(trace.length).toBe(usage.steps);
  // Every call the router saw is in the trace, and none is called that the run may not call.
  const seen = trace.map(({ action }) => action && JSON.stringify([action.tool_id, action.input]));
  for (const { verb, payload } of run.verbs.calls) expect(seen).toContain(JSON.stringify([verb, payload]));
  expect(run.verbs.calls.filter(({ verb }) => !request.toolset.some(({ tool_id }) => tool_id === verb))).toEqual([]);
  return response;
}

describe("a model that does harm", () => {
  it.each(adversarialScripts)("$name: $holds", async ({ script }) => {
    const request = requestOf({ tools });
    const verbs = createTools({ [forbiddenTool]: { run: () => ({}) } });
    const run = runOnce(script(real), request, { verbs });
    const response = await check(run, request);
    expect(verbs.calls.every(({ verb }) => verb === "find_items")).toBe(true);
    expect(JSON.stringify(response).length).toBeLessThan(1_000_000);
  });
});

const json = fc.jsonValue({ maxDepth: 2 }).map((value) => value as Json); // fast-check makes nothing else
const call = fc.record({
  name: fc.oneof(fc.constantFrom("find_items", "count_items", "add_item", forbiddenTool, ""), fc.string()),
  args: fc.oneof(json, fc.constant({ query: "x" }), fc.record({ query: fc.string() })),
});
const turn: fc.Arbitrary<ScriptTurn> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ text: fc.string(), calls: fc.array(call, { minLength: 1, maxLength: 6 }) }) },
  { weight: 2, arbitrary: fc.record({ text: fc.string() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      text: fc.string(),
      thought: fc.string(),
      stop: fc.constantFrom("end", "calls", "length", "filtered", "other"),
      usage: fc.record({ outputTokens: fc.oneof(fc.nat(5000), fc.double()) }),
      calls: fc.array(call, { maxLength: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ fail: fc.constantFrom(...modelFailures) }) },
  { weight: 1, arbitrary: fc.constant({ hang: true as const }) },
);
const limits = fc.record({
  max_steps: fc.integer({ min: 1, max: 12 }),
  max_tokens_reason: fc.integer({ min: 1, max: 3000 }),
  max_tokens_answer: fc.integer({ min: 1, max: 1000 }),
  timeout_seconds: fc.constantFrom(0.001, 1, 30, 60),
});

describe("any model at all", () => {
  it("stays within the limits, and its trace is complete", { timeout: 60_000 }, async () => {
    const preferences = fc.record({ allow_internal_thought_logging: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { maxLength: 14 }), limits, preferences, async (script, given, wishes) => {
        const request = requestOf({
          limits: given,
          preferences: wishes,
          tools: ["find_items", "count_items", "add_item"],
        });
        const run = runOnce(script, request);
        await check(run, request);
        await settle();
      }),
      { seed: 20_251, numRuns: 150 },
    );
  });
});
