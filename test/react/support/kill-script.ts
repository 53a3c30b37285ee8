import { PlanReactRequest } from "../../../src/contracts/react/plan-react.ts";
import type { ScriptTurn } from "../../../src/testing/scripted-model.ts";

/** Reads and writes alone and at once, with every way to settle a write. */
export const killTurns: readonly ScriptTurn[] = [
  { text: "I look.", calls: [{ name: "read", args: { value: 1 } }] },
  { calls: [{ name: "keyed", args: { n: 1 } }] },
  {
    calls: [
      { name: "readable", args: { n: 2 } },
      { name: "read", args: { value: 2 } },
    ],
  },
  {
    calls: [
      { name: "blind", args: { n: 3 } },
      { name: "keyed", args: { n: 4 } },
    ],
  },
  { text: "All done." },
];

export const killRequest = PlanReactRequest.parse({
  request_id: "killed",
  caller: "test",
  goal: { description: "do it all" },
  toolset: ["read", "keyed", "readable", "blind"].map((tool_id) => ({ tool_id })),
  limits: { max_steps: 16 },
});
