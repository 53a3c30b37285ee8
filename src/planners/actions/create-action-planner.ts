import { contentHash } from "../../plan/hash.ts";
import type { ActionPlanner } from "../../ports/action-planner.ts";
import type { Log } from "../../ports/log.ts";
import type { Verbs } from "../../ports/verbs.ts";
import type { Pack } from "../packs/pack.ts";

export type ActionPlannerParts = {
  packs: readonly Pack[];
  /** The router: the only way to a tool. Only what it calls a read is looked up. */
  verbs: Pick<Verbs, "list" | "describe" | "execute">;
  log: Log;
};

const release = "1.1.0";

/** The planner of action plans. Its rules are loaded with the first request: programs that never ask do not pay for them. */
export function createActionPlanner(parts: ActionPlannerParts): ActionPlanner {
  return {
    id: "grammar",
    version: `${release}+packs.${contentHash(JSON.parse(JSON.stringify(parts.packs)))}`,
    async plan(request, { signal }) {
      const { planOrAsk } = await import("./action-planner.ts");
      return planOrAsk(request, { ...parts, signal });
    },
  };
}
