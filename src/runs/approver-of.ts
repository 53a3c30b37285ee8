import type { RunHead } from "../ports/run.ts";
import type { Unit, UnitFacts } from "./unit.ts";

/**
 * The person who approved the call after the last `needs_approval`. The approval covers the following attempts as long
 * as they send the same call.
 */
export function approverOf({ attempts, decisions }: Pick<UnitFacts, "attempts" | "decisions">): string | undefined {
  for (let attempt = attempts.length; attempt > 0; attempt -= 1) {
    const result = attempts[attempt - 1]?.result;
    const decided = decisions.get(attempt);
    const needsApproval = result !== undefined && !result.ok && result.error.code === "needs_approval";
    // Arguments that were edited after the approval are another call.
    if (!needsApproval && decided?.decision.choice === "edit") return undefined;
    if (!needsApproval) continue;
    const goesOn = decided?.decision.choice === "approve" || decided?.decision.choice === "edit";
    return goesOn ? decided.by : undefined;
  }
  return undefined;
}

/** Who approved the run before it started, for unedited calls only: edited ones and compensations were never shown. */
export function draftApproverOf(
  { origin }: Pick<RunHead, "origin">,
  unit: Pick<Unit, "phase" | "undo" | "step">,
): string | undefined {
  if (!isPlanned(unit)) return undefined;
  if (origin.kind === "draft") return origin.approvedBy;
  return origin.kind === "plan" && origin.approved?.steps.includes(unit.step) === true ? origin.approved.by : undefined;
}

/** Compensations and edited calls are not part of the approved plan. */
export function isPlanned({ phase, undo }: Pick<Unit, "phase" | "undo">): boolean {
  return undo !== true && !("editedArgs" in phase && phase.editedArgs !== undefined);
}
