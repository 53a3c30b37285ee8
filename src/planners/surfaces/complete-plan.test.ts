import { expect, it } from "vitest";
import { Plan } from "../../plan/plan.ts";
import { completePlan } from "./complete-plan.ts";

it("is what the schema makes of the same steps", () => {
  const { steps } = Plan.parse({ steps: [{ kind: "tool", id: "s1", tool: "echo", args: { text: "hi" } }] });
  expect(completePlan({ steps })).toEqual(Plan.parse({ steps }));
  const more = { spelling: "results", request: { text: "say hi" } } as const;
  expect(completePlan({ ...more, steps })).toEqual(Plan.parse({ ...more, steps }));
});
