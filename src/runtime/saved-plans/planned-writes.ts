import type { JsonObject } from "../../plan/json.ts";
import type { Plan } from "../../plan/plan.ts";
import type { EffectClass } from "../../plan/step.ts";
import { compact } from "../../plan/compact.ts";
import { argsOf, verbOf } from "../../runs/prepare.ts";

export const planVerbs = { run: "plans.run", schedule: "plans.schedule" } as const;
export const planVerbNames: ReadonlySet<string> = new Set(Object.values(planVerbs));

/** A call that a step makes. Values that only a run knows are references. */
export type PlannedWrite = { tool: string; args: JsonObject };

/** What a run of the plan may write, with the plans that it runs. */
export function plannedWrites(plan: Plan, effectOf: (tool: string) => EffectClass | undefined): PlannedWrite[] {
  return plan.steps.flatMap((step) => {
    if (step.kind === "plan") {
      const { plan: name, version, parameters } = step;
      return [{ tool: planVerbs.run, args: compact({ name, version, parameters }) }];
    }
    const tool = verbOf(step);
    return tool === undefined || effectOf(tool) === "read" ? [] : [{ tool, args: argsOf(step) }];
  });
}
