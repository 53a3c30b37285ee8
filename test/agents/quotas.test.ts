import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tokensPrefix } from "../../src/agents/agent-deps.ts";
import { dayOf } from "../../src/agents/triggers/time/wall-clock.ts";
import type { OverlapPolicy } from "../../src/contracts/react/trigger.ts";
import { onPostgres } from "../support/test-store.ts";
import { type AgentsWorld, answerTo, openAgentsWorld, profileOf, tenant } from "./support/agents-world.ts";

// No limit is exceeded, whatever triggers fire, calls fail, clocks jump or processes restart.
const minute = 60_000;
const zone = "Pacific/Auckland";
const tokensARun = 300;

type Step =
  | { do: "pass"; ms: number }
  | { do: "event"; id: number }
  | { do: "tell"; value: number }
  | { do: "ask" }
  | { do: "restart" }
  | { do: "planner"; mood: "answers" | "fails" | "hangs" };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("pass" as const), ms: fc.integer({ min: 1, max: 90 * minute }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("pass" as const),
      ms: fc.constantFrom(-26, -2, -0.2, 0.2, 2, 26).map((hours) => hours * 60 * minute),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("event" as const), id: fc.integer({ min: 0, max: 30 }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("tell" as const), value: fc.integer({ min: 0, max: 20 }) }) },
  { weight: 2, arbitrary: fc.constant({ do: "ask" } as const) },
  { weight: 1, arbitrary: fc.constant({ do: "restart" } as const) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("planner" as const),
      mood: fc.constantFrom("answers" as const, "fails" as const, "hangs" as const),
    }),
  },
);

const limits = fc.record({
  max_runs_per_day: fc.integer({ min: 0, max: 4 }),
  min_interval_seconds: fc.constantFrom(0, 60, 1800),
  max_concurrent_runs: fc.integer({ min: 1, max: 2 }),
});
const overlap = fc.constantFrom<OverlapPolicy>("skip", "queue", "parallel");

describe("limits", () => {
  it("are never passed, by two daemons that work at once", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({ limits, overlap, steps: fc.array(step, { minLength: 5, maxLength: 28 }) }),
        async (given) => {
          expect(await passed(given)).toEqual([]);
        },
      ),
      { seed: 11, numRuns: onPostgres ? 3 : 50 },
    );
  }, 120_000);
});

type QuotaCase = {
  limits: { max_runs_per_day: number; min_interval_seconds: number; max_concurrent_runs: number };
  overlap: OverlapPolicy;
  steps: readonly Step[];
};

/** The limits that were passed. */
async function passed({ limits: own, overlap: policy, steps }: QuotaCase): Promise<string[]> {
  let mood = "answers";
  const maxTokensPerDay = 5 * tokensARun;
  const planner_limits = { max_tokens_reason: 200, max_tokens_answer: 100, timeout_seconds: 60 };
  const profile = profileOf("agent.a", {
    limits: { ...own, planner_limits },
    triggers: {
      time: [{ cron: "50 */2 * * *", timezone: zone, overlap: policy, catchup: "all" }],
      events: [{ channel: "e", overlap: policy }],
      state: [{ selector: "n", op: ">", value: 10, overlap: policy }],
    },
  });
  const world = await openAgentsWorld({
    profiles: [profile],
    daemons: 2,
    lock: false,
    maxTokensPerDay,
    async reason(request, { signal }) {
      if (mood === "hangs")
        return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
      if (mood === "fails") throw new Error("no");
      return answerTo(request);
    },
  });
  const wrong: string[] = [];
  for (const one of steps) {
    if (one.do === "planner") mood = one.mood;
    else await carryOut(world, one);
    const { active } = await world.state("agent.a");
    if (active.length > own.max_concurrent_runs) wrong.push(`${active.length} at once`);
    for (const { key, value } of await world.store.counters(tenant, tokensPrefix))
      if (value > maxTokensPerDay) wrong.push(`${key} ${value}`);
  }
  mood = "answers";
  await world.pass(28 * 26 * 60 * minute); // past every jump back
  const runs = await world.runs();
  const starts = runs.map(({ startedAt }) => startedAt).toSorted((a, b) => a - b);
  starts.forEach((at, index) => {
    const gap = at - (starts[index - 1] ?? -Infinity);
    if (gap < own.min_interval_seconds * 1000) wrong.push(`${gap} ms after one another`);
  });
  const days = Map.groupBy(starts, (at) => dayOf(at, zone));
  for (const [day, list] of days) if (list.length > own.max_runs_per_day) wrong.push(`${list.length} runs on ${day}`);
  const open = runs.filter(({ record }) => record === undefined);
  if (open.length > 0) wrong.push(`${open.length} never ended`);
  await world.stop();
  return wrong;
}

async function carryOut(world: AgentsWorld, one: Exclude<Step, { do: "planner" }>): Promise<void> {
  switch (one.do) {
    case "pass":
      return await world.pass(one.ms);
    case "event":
      await world.daemon(one.id % 2).publish(tenant, { id: `e${one.id}`, channel: "e", payload: {} });
      return await world.settle();
    case "tell":
      await Promise.all([0, 1].map((at) => world.daemon(at).setState(tenant, { path: "n", value: one.value })));
      return await world.settle();
    case "ask":
      void world.daemon().runOnce(world.agent("agent.a"), { force: false });
      return await world.settle();
    case "restart":
      await world.stop();
      return await world.start();
    default:
      return one satisfies never;
  }
}
