import { expect, it } from "vitest";
import { Plan } from "../../plan/plan.ts";
import { wholePlan } from "./whole-plan.ts";

it("is what the schema makes of the same steps", () => {
  const { steps } = Plan.parse({ steps: [{ kind: "tool", id: "s1", tool: "echo", args: { text: "hi" } }] });
  expect(wholePlan({ steps })).toEqual(Plan.parse({ steps }));
  const more = { spelling: "results", request: { text: "say hi" } } as const;
  expect(wholePlan({ ...more, steps })).toEqual(Plan.parse({ ...more, steps }));
});
