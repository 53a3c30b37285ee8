import { contentHash } from "../plan/hash.ts";
import type { Planner, PlannerRequest, SurfaceName } from "../ports/planner.ts";
import type { GoalInput } from "./grammar/index.ts";
import type { Pack } from "./packs/pack.ts";
import { planWithPacks } from "./packs/plan-with-packs.ts";
import { answerOn } from "./surfaces/answer.ts";

const release = "1.0.0";

/**
 * Rules and dictionaries over the text and the manifest, and the phrases of domain packs: no model, the same bytes every
 * time.
 */
export function createGrammarPlanner(packs: readonly Pack[] = []): Planner {
  const version = versionWith(packs);
  const author = { planner: "grammar", plannerVersion: version, deterministic: true };
  return {
    id: "grammar",
    version,
    mode: "full",
    plan: async (request) => answerOn(request, (goal) => planWithPacks(goalInput(goal, request), packs), author),
  };
}

/** Packs are part of what decides a plan: they stand in the version, where a memo and a run find them. */
function versionWith(packs: readonly Pack[]): string {
  return packs.length === 0 ? release : `${release}+packs.${contentHash(JSON.parse(JSON.stringify(packs)))}`;
}

/** Only our own runs can carry conditions and iteration. */
const features: Record<SurfaceName, NonNullable<GoalInput["surface"]>> = {
  service: { conditions: false, iteration: false },
  structured: { conditions: false, iteration: false },
  determinism: { conditions: false, iteration: false },
  calls: { conditions: false, iteration: false },
  runs: { conditions: true, iteration: true },
};

function goalInput(goal: string, request: PlannerRequest): GoalInput {
  const { toolbox, history, now, zone, locale, surface } = request;
  return {
    goal,
    toolbox,
    now,
    zone,
    surface: features[surface],
    ...(history !== undefined && { history }),
    ...(locale !== undefined && { locale }),
  };
}
