import type { Spelling } from "../../plan/plan.ts";
import { Condition, type EffectClass, Iteration, LookupStep, type Step, type ToolStep } from "../../plan/step.ts";
import { isLookup, lookupTarget } from "../declared-lookups.ts";
import type { PlannedCall } from "../grammar/goal.ts";
import { respellArgs, respellText, type Respelling } from "../respell-args.ts";

type StepStyle = {
  /** The id of the step at this index. */
  ids: (at: number) => string;
  spelling: Spelling;
  retries?: number;
  /** The result's name in references, where it is not the step's id. */
  keyOf?: (call: PlannedCall, at: number) => string;
  /** The effect classes of the tools, for a surface with effects and previews. */
  effects?: ReadonlyMap<string, EffectClass>;
};

/**
 * Converts the grammar's calls to steps of a surface; `names` has the step id of each call. Equal to the output of
 * `ToolStep.parse`, without parsing; the plan is validated as a whole.
 */
export function toSteps(
  calls: readonly PlannedCall[],
  { ids, spelling, retries = 0, keyOf, effects }: StepStyle,
): { steps: ToolStep[]; names: Map<string, string> } {
  const names = new Map(calls.map((call, at) => [call.id, ids(at)]));
  const keys = keyOf === undefined ? names : new Map(calls.map((call, at) => [call.id, keyOf(call, at)]));
  const respelling = { to: spelling, names: keys };
  const steps = calls.map((call, at): ToolStep => ({
    id: ids(at),
    dependsOn: call.dependsOn.flatMap((id) => names.get(id) ?? []),
    ...(keyOf !== undefined && { resultKey: keys.get(call.id) }),
    ...controlOf(call, respelling),
    onError: "abort",
    retries,
    escalate: false,
    ...(effects !== undefined &&
      call.scope !== undefined && {
        effect: { class: effects.get(call.tool) ?? "unknown", scope: call.scope },
      }),
    ...(effects !== undefined && call.preview !== undefined && { preview: call.preview }),
    kind: "tool",
    tool: call.tool,
    args: respellArgs(call.args, respelling),
  }));
  return { steps, names };
}

/** The step of contract 1 for a call of a lookup tool; any other call is a tool step. */
export function withLookups(steps: readonly ToolStep[]): Step[] {
  return steps.map((step): Step => {
    if (!isLookup(step.tool)) return step;
    const { tool, args, kind: _, ...common } = step;
    return LookupStep.parse({ ...common, kind: "lookup", target: lookupTarget(tool), ...args });
  });
}

function controlOf({ when, forEach }: PlannedCall, respelling: Respelling): Pick<ToolStep, "when" | "forEach"> {
  return {
    ...(when !== undefined && { when: Condition.parse({ ...when, value: respellText(when.value, respelling) }) }),
    ...(forEach !== undefined && {
      forEach: Iteration.parse({ ...forEach, over: respellText(forEach.over, respelling) }),
    }),
  };
}
