import type { UnitFacts } from "./unit.ts";

/**
 * Who let a call pass that policy held back: the person who decided to go on after the last `needs_approval`. The
 * approval counts for the attempts that follow, since they send the same call.
 */
export function approverOf({ attempts, decisions }: Pick<UnitFacts, "attempts" | "decisions">): string | undefined {
  for (let attempt = attempts.length; attempt > 0; attempt -= 1) {
    const result = attempts[attempt - 1]?.result;
    if (result === undefined || result.ok || result.error.code !== "needs_approval") continue;
    const decided = decisions.get(attempt);
    const goesOn = decided?.decision.choice === "retry" || decided?.decision.choice === "edit";
    return goesOn ? decided.by : undefined;
  }
  return undefined;
}
