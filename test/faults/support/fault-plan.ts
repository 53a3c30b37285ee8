import { Plan } from "../../../src/plan/plan.ts";

const tool = (id: string, name: string, more: object = {}) => ({ id, kind: "tool", tool: name, ...more });

/** A step of every kind that can be hurt by a crash: reads, retries, three ways to write, an iteration, a message. */
export const faultPlan: Plan = Plan.parse({
  steps: [
    tool("r1", "read", { args: { value: 5 } }),
    tool("u1", "unsteady", { onError: "retry", retries: 3 }),
    tool("w1", "readable", { args: { value: "{{r1.value}}" }, dependsOn: ["r1"] }),
    tool("w2", "keyed", { args: { from: "{{w1.key}}" }, dependsOn: ["w1", "u1"] }),
    tool("w3", "readable", { args: { n: "{{item}}" }, dependsOn: ["r1"], forEach: { over: "{{r1.list}}" } }),
    tool("w4", "blind", { args: {}, dependsOn: ["w3"] }),
    { id: "m1", kind: "message", channel: "user", content: "{{w2.key}} and {{w4.key}}", dependsOn: ["w2", "w4"] },
  ],
});

/** The keys of what must have happened once when a run of this plan has ended. */
export function expectedKeys(runId: string): string[] {
  const units = ["w1", "w2", "w3:item:0", "w3:item:1", "w3:item:2", "w4"];
  return units.map((unit) => `run:${runId}:step:${unit}`);
}
