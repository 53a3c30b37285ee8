import type { RunHead } from "../ports/run.ts";
import type { Unit, UnitFacts } from "./unit.ts";

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

/** Whoever approved the Draft that the run applies, for the calls as they stood there: edited ones were never shown. */
export function draftApproverOf(
  { origin }: Pick<RunHead, "origin">,
  { phase }: Pick<Unit, "phase">,
): string | undefined {
  const isEdited = "editedArgs" in phase && phase.editedArgs !== undefined;
  return origin.kind === "draft" && !isEdited ? origin.approvedBy : undefined;
}
