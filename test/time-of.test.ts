import { describe, expect, it } from "vitest";
import { createFakeClock } from "../src/testing/fake-clock.ts";
import { createGrammarPlanner } from "../src/planners/grammar-planner.ts";
import { requestKey } from "../src/planners/request-key.ts";
import type { PlannerRequest } from "../src/ports/planner.ts";
import { domains, packsOf, readCorpus, toolboxOf } from "./corpus/run-corpus.ts";

// A memo omits the time from its key if the planner says that the plan does not depend on it. For every goal of the
// corpus, equal keys must mean equal plans.
const times = [
  "2025-01-15T09:00:00Z",
  "2025-01-15T09:00:30Z",
  "2025-01-15T23:59:59Z",
  "2025-01-31T12:00:00Z",
  "2024-02-29T12:00:00Z",
];
const more = ["remind me in 5 minutes", "what is due tomorrow?", "on the 30th", "напомни через час", "отчёт за март"];
const call = { signal: new AbortController().signal, clock: createFakeClock() };

describe.each(domains)("goals of %s", (domain) => {
  const toolbox = toolboxOf(domain);
  const planner = createGrammarPlanner(packsOf(domain));
  const goals = [...readCorpus(domain).map(({ goal }) => goal), ...more];

  it("plan equal at times that share a key, and most share one within a day", { timeout: 120_000 }, async () => {
    let shared = 0;
    for (const goal of goals) {
      const asked = times.map((now): PlannerRequest => ({
        agentId: "a",
        goal,
        toolbox,
        surface: "service",
        now,
        zone: "UTC",
      }));
      const seen = new Map<string, string>();
      for (const request of asked) {
        const key = await requestKey(request, planner);
        const answer = JSON.stringify(await planner.plan(request, call));
        expect(seen.get(key) ?? answer, goal).toBe(answer);
        seen.set(key, answer);
      }
      if (seen.size < times.length) shared += 1;
    }
    expect(shared / goals.length).toBeGreaterThan(0.5);
  });
});
