import { compact } from "../plan/compact.ts";
import type { DeterminismMode } from "../contracts/determinism/planner.ts";
import { contentHash } from "../plan/hash.ts";
import {
  type CascadeStep,
  isPlannerError,
  type PlannedAnswer,
  type Planner,
  type PlannerAnswer,
} from "../ports/planner.ts";
import { plannerError } from "./planner-error.ts";

/** A planner, and the confidence at which its answer is final. */
export type Tier = { planner: Planner; atLeast: number };

const strength: readonly DeterminismMode[] = ["none", "structural", "full"];

/**
 * Tries planners in order and stops at the first that is confident enough. If none is, the most confident answer wins; a
 * question counts as an answer. `considered` records who was tried and why the next one was.
 */
export function createCascade(tiers: readonly [Tier, ...Tier[]], id = "cascade"): Planner {
  const modes = tiers.map(({ planner }) => strength.indexOf(planner.mode));
  const model = tiers.find(({ planner }) => planner.model !== undefined)?.planner.model;
  return {
    id,
    // A change of any member or its version changes the cascade's version.
    version: `1.0.0+members.${contentHash(tiers.map(({ planner, atLeast }) => [planner.id, planner.version, atLeast]))}`,
    mode: strength[Math.min(...modes)] ?? "none",
    ...compact({ model }),
    async plan(request, call) {
      const considered: CascadeStep[] = [];
      let best: PlannedAnswer | undefined;
      let last: PlannerAnswer = plannerError("PLANNER_GENERATION_FAILED", "the cascade has no planner");
      for (const tier of tiers) {
        last = await tier.planner.plan(request, call);
        const verdict = assess(tier, last);
        considered.push(verdict);
        if (!isPlannerError(last)) {
          if (verdict.outcome === "taken") return { ...last, considered };
          if (best === undefined || last.confidence > best.confidence) best = last;
        }
        if (call.signal.aborted) break;
      }
      // "No tool matches" is not an answer while a planner that might find one has failed.
      const isFinal = best?.refuses !== true || !isPlannerError(last) || last.code === "PLANNER_NO_SKILLS_AVAILABLE";
      if (best !== undefined && isFinal) return { ...best, considered };
      return isPlannerError(last) ? { ...last, details: { ...last.details, considered } } : last;
    },
  };
}

function assess({ planner, atLeast }: Tier, answer: PlannerAnswer): CascadeStep {
  if (isPlannerError(answer))
    return { planner: planner.id, outcome: "failed", why: `${answer.code}: ${answer.message}` };
  const { confidence } = answer;
  if (answer.refuses === true) return { planner: planner.id, outcome: "failed", confidence, why: "no tool matches" };
  if (answer.clarification !== undefined) {
    return { planner: planner.id, outcome: "asks", confidence, why: "it needs to ask first" };
  }
  if (confidence < atLeast) {
    return { planner: planner.id, outcome: "unsure", confidence, why: `${confidence} is below ${atLeast}` };
  }
  return { planner: planner.id, outcome: "taken", confidence, why: `${confidence} is at least ${atLeast}` };
}
