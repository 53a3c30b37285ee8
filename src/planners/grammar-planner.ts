import { contentHash } from "../plan/hash.ts";
import type { Planner } from "../ports/planner.ts";
import type { GoalInput } from "./grammar/goal.ts";
import type { Pack } from "./packs/pack.ts";
import { plannerDigest } from "./planner-digest.ts";

const release = "1.0.0";

/** To measure the rules: `without` leaves out one of them, `observe` is told what each confidence rests on. */
type GrammarOptions = Pick<GoalInput, "without" | "observe">;

/**
 * Plans with rules and dictionaries over the text and the manifest, and with the phrases of domain packs: no model, fully
 * deterministic. The rules are loaded with the first request: programs that never plan do not pay for them.
 */
export function createGrammarPlanner(packs: readonly Pack[] = [], probe: GrammarOptions = {}): Planner {
  const version = versionWith(packs);
  const author = { planner: "grammar", plannerVersion: version, deterministic: true };
  const rules = (): Promise<typeof import("./plan-by-rules.ts")> => import("./plan-by-rules.ts");
  return {
    id: "grammar",
    version,
    mode: "full",
    timeOf: async (request) => (await rules()).timeOf(request),
    plan: async (request) => (await rules()).planByRules(request, { packs, probe, author }),
  };
}

/** Rules, words and packs decide plans, so they are part of the version that memos and runs record. */
function versionWith(packs: readonly Pack[]): string {
  const rules = `${release}+rules.${plannerDigest()}`;
  return packs.length === 0 ? rules : `${rules}.packs.${contentHash(JSON.parse(JSON.stringify(packs)))}`;
}
