import { describe, expect, it } from "vitest";
import { accounted, createGrammarPlanner } from "../../planners/index.ts";
import type { Planner } from "../../ports/planner.ts";
import { demoManifest } from "../../demo/business/business-tools.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { planRequest } from "./plan-request.ts";
import { threadedPlanner } from "./threaded-planner.ts";

const grammar = accounted(createGrammarPlanner());
const goal = "Generate a purchase order from quote Q-0192, then email it to the vendor. ".repeat(16);
const request = planRequest({ goal, toolbox: demoManifest(), now: "2026-01-05T09:00:00Z" });
// Its time stands still, so that no load of the machine is a timeout.
const clock = createFakeClock();
const call = () => ({ signal: new AbortController().signal, clock });

describe("the threaded planner", { timeout: 60_000 }, () => {
  const neverHere: Planner = { ...grammar, plan: () => Promise.reject(new Error("planned on the main thread")) };

  it("plans a large request in the thread, with the same answer", async () => {
    const planner = threadedPlanner(neverHere, { packs: [] });
    const [first, second] = await Promise.all([planner.plan(request, call()), planner.plan(request, call())]);
    expect(first).toEqual(await grammar.plan(request, call()));
    expect(second).toEqual(first);
  });

  it("plans with large schemas in the thread", async () => {
    const planner = threadedPlanner(neverHere, { packs: [] });
    const names = Array.from({ length: 5500 }, (_, at) => [`part_${at}`, { type: "string" }] as const);
    const inputSchema = { type: "object", properties: Object.fromEntries(names) };
    const wideTool = { name: "part_list", description: "Lists parts", inputSchema, effect: "read" as const };
    const wide = { ...request, goal: goal.slice(0, 900), toolbox: [...demoManifest(), wideTool] };
    expect(await planner.plan(wide, call())).toHaveProperty("plan");
  });

  it("plans a small request at once", async () => {
    const planner = threadedPlanner(neverHere, { packs: [] });
    await expect(planner.plan({ ...request, goal: "look up quote Q-0192" }, call())).rejects.toThrow("main thread");
  });

  it("stops the thread when the caller cancels, and starts another for the next request", async () => {
    const planner = threadedPlanner(neverHere, { packs: [] });
    const stop = new AbortController();
    const cancelled = planner.plan(request, { ...call(), signal: stop.signal });
    stop.abort();
    expect(await cancelled).toMatchObject({ code: "PLANNER_GENERATION_FAILED" });
    expect(await planner.plan(request, call())).toHaveProperty("plan");
  });

  it("stops the thread when planning takes too long, and starts another for the next request", async () => {
    const planner = threadedPlanner(neverHere, { packs: [] });
    const late = planner.plan(request, call());
    // The request has reached the thread once its timer is set.
    await Promise.resolve().then(() => clock.advance(10_000));
    expect(await late).toMatchObject({ code: "PLANNER_TIMEOUT" });
    expect(await planner.plan(request, call())).toHaveProperty("plan");
  });
});
