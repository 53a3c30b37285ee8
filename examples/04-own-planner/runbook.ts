import type { PlannerInterface } from "planwright";

/** Contract 4 in its own words: a planner that knows restarts. `read` is how it takes the goal. */
export function createRunbook(read: (goal: string) => string): PlannerInterface {
  return {
    planner_id: "runbook",
    version: "1.0.0",
    get_determinism_mode: () => "full",
    async plan({ goal }) {
      const [, service] = /\brestart\s+(?:the\s+)?(?:service\s+)?(\S+)/i.exec(read(goal)) ?? [];
      if (service === undefined) {
        const message = "the runbook only knows how to restart a service";
        return { code: "PLANNER_INVALID_GOAL", message, retryable: false, details: {} };
      }
      const rest = { params: { service }, on_error: "abort", retry_count: 0 } as const;
      const steps = [
        { step_id: "s1", skill: "drain", depends_on: [], ...rest },
        { step_id: "s2", skill: "restart", depends_on: ["s1"], ...rest },
      ];
      return { plan: { steps, metadata: {} }, metadata: {}, deterministic: true };
    },
  };
}
