import type { Planner } from "../ports/planner.ts";

/** Holds whatever a planner plans to the account: no write that leaves out or goes against a part of the request. */
export function accounted(planner: Planner): Planner {
  return {
    ...planner,
    async plan(request, call) {
      const answer = await planner.plan(request, call);
      return (await import("./account/hold.ts")).holdToAccount(answer, request);
    },
  };
}
