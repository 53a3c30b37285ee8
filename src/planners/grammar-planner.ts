import type { Planner, PlannerRequest, SurfaceName } from "../ports/planner.ts";
import { type GoalInput, type Lexicon, planGoal } from "./grammar/index.ts";
import { answerOn } from "./surfaces/answer.ts";

const version = "1.0.0";

/** Rules and dictionaries over the text and the manifest: no model, the same bytes every time. */
export function createGrammarPlanner(lexicon?: Lexicon): Planner {
  const author = { planner: "grammar", plannerVersion: version, deterministic: true };
  return {
    id: "grammar",
    version,
    mode: "full",
    plan: async (request) => answerOn(request, (goal) => planGoal(goalInput(goal, request, lexicon)), author),
  };
}

/** Only our own runs can carry conditions and iteration. */
const features: Record<SurfaceName, NonNullable<GoalInput["surface"]>> = {
  service: { conditions: false, iteration: false },
  structured: { conditions: false, iteration: false },
  determinism: { conditions: false, iteration: false },
  runs: { conditions: true, iteration: true },
};

function goalInput(goal: string, request: PlannerRequest, lexicon: Lexicon | undefined): GoalInput {
  const { toolbox, history, now, zone, locale, surface } = request;
  return {
    goal,
    toolbox,
    now,
    zone,
    surface: features[surface],
    ...(history !== undefined && { history }),
    ...(locale !== undefined && { locale }),
    ...(lexicon !== undefined && { lexicon }),
  };
}
