import type { Json } from "../../plan/json.ts";

const step = (k: number, dependencies: string[], tool: Json): Json => ({
  step_id: `step_${k}`,
  title: `Part ${k}`,
  description: `Does part ${k} of the task.`,
  dependencies,
  deliverable: `The result of part ${k}`,
  acceptance: `The result of part ${k} is there`,
  tool,
});

/** The contract shows ids only; these are complete plans. */
export const structuredExamples = {
  plan: {
    task_summary: "Note the time and report it",
    steps: [
      step(1, [], { name: "get_time", args: {} }),
      step(2, ["step_1"], { name: "echo_tool", args: { text: "$step_1.output.now_utc" } }),
      step(3, ["step_1", "step_2"], {
        name: "echo_tool",
        args: { text: "It was $step_1.output.now_utc: $step_2.output.echo" },
      }),
    ],
    assumptions: ["The clock is right"],
    risks: ["None worth naming"],
  },
  row: {
    step_id: "step_1",
    tool: "get_time",
    ok: true,
    skipped: false,
    reason: null,
    output: { now_utc: "2026-01-01T00:00:00+00:00" },
    degraded: false,
    degraded_reason: null,
    degraded_from: null,
  },
  meta: {
    step_id: "__meta__",
    task_status: "COMPLETED",
    steps_total: 1,
    steps_ok: 1,
    steps_failed: 0,
    steps_skipped: 0,
    steps_degraded: 0,
  },
} satisfies Record<string, Json>;
