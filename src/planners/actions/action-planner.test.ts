import { describe, expect, it } from "vitest";
import { parseActionPlan } from "../../contracts/actions/plan.ts";
import { createActionPlanner } from "./create-action-planner.ts";

const nothing = (): void => undefined;

describe("the action planner", () => {
  it("answers with a question where a part of it breaks", async () => {
    const told: string[] = [];
    const planner = createActionPlanner({
      packs: [],
      verbs: {
        list: () => {
          throw new Error("no list");
        },
        describe: () => undefined,
        execute: () => Promise.reject(new Error("no call")),
      },
      log: { debug: nothing, info: nothing, warn: nothing, error: (message) => void told.push(message) },
    });
    const request = { text: "закрой задачу", now: "2026-01-01T00:00:00Z", zone: "UTC" };
    const plan = await planner.plan(request, { signal: new AbortController().signal });
    expect(parseActionPlan(plan).ok).toBe(true);
    expect(plan).toMatchObject({ actions: [], intent: "mutate", needs_clarification: [{ id: "rephrase" }] });
    expect(told).toEqual(["planning actions failed"]);
  });
});
