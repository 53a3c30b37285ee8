import { describe, expect, it } from "vitest";
import { Plan } from "../../plan/plan.ts";
import type { Planner } from "../../ports/planner.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import type { PlannerDeclaration } from "../../planners/index.ts";
import { planRequest } from "./plan-request.ts";
import { createPlanning, demoTools } from "./planning.ts";

const clock = createFakeClock();
const request = planRequest({ goal: "summarize it", toolbox: [], surface: "determinism" });
const signal = new AbortController().signal;

const model: Planner = {
  id: "model",
  version: "1.0.0",
  mode: "structural",
  model: "sonnet",
  plan: async () => ({
    plan: Plan.parse({ steps: [] }),
    confidence: 0.9,
    deterministic: false,
    usage: { model: "sonnet", inputTokens: 1500, outputTokens: 200 },
  }),
};
const declared = (cost: PlannerDeclaration["cost_model"]): PlannerDeclaration => ({
  id: "model",
  class: "app.planner.Model",
  determinism: "structural",
  cost_model: cost,
});

describe("planning", () => {
  it("has the built-in planners, all fully deterministic and free", () => {
    const rows = createPlanning({ clock }).list();
    expect(rows.map(({ planner }) => planner.id)).toEqual(["stub", "grammar", "memo:grammar", "cascade"]);
    expect(rows.every(({ planner, declared: row }) => planner.mode === "full" && row.cost_model.base_cents === 0)).toBe(
      true,
    );
  });

  it("answers an unknown planner with a helpful error", async () => {
    const answer = await createPlanning({ clock }).plan("gramar", request, signal);
    expect(answer).toMatchObject({
      retryable: false,
      message: 'there is no planner "gramar"; did you mean "grammar"?',
    });
  });

  it("does not start with a planner that differs from its declaration", () => {
    const more = [{ planner: model, declared: { ...declared({ base_cents: 0 }), determinism: "full" as const } }];
    expect(() => createPlanning({ clock, more })).toThrow('"model" is declared full, but its mode is structural');
    expect(() => createPlanning({ clock, more: [...more, ...more] })).toThrow("two planners have the id");
  });

  it("estimates the cost before, and records actual tokens and cost after planning", async () => {
    const more = [{ planner: model, declared: declared({ base_cents: 0, per_token_cents: 0.003 }) }];
    const planning = createPlanning({ clock, more });
    const before = planning.estimate("model", { ...request, toolbox: demoTools() });
    expect(before).toMatchObject({ cost: { priced: true }, usage: { model: "sonnet", calls: 1 } });
    expect(before?.usage.inputTokens).toBeGreaterThan(500);
    expect(await planning.plan("model", request, signal)).toMatchObject({
      plan: { metadata: { model: "sonnet", inputTokens: 1500, outputTokens: 200, costCents: 5 } },
    });
  });

  it("omits an unknown price", async () => {
    const planning = createPlanning({ clock, more: [{ planner: model, declared: declared({ base_cents: 0 }) }] });
    expect(planning.estimate("model", request)).toMatchObject({ cost: { priced: false } });
    const answer = await planning.plan("model", request, signal);
    expect("plan" in answer && answer.plan.metadata).toEqual({ model: "sonnet", inputTokens: 1500, outputTokens: 200 });
    expect(planning.estimate("nobody", request)).toBeUndefined();
  });

  it("records which planner of a cascade answered, and why", async () => {
    expect(await createPlanning({ clock }).plan("cascade", request, signal)).toMatchObject({
      considered: [{ planner: "grammar" }, { planner: "stub", outcome: "taken" }],
    });
  });
});
