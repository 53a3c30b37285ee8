import type { Spelling } from "../../plan/plan.ts";
import { type EffectClass, ToolStep } from "../../plan/step.ts";
import type { PlannedCall } from "../grammar/index.ts";
import { respellArgs, respellText } from "../respell-args.ts";

export type StepStyle = {
  /** The id of the step at this place. */
  ids: (at: number) => string;
  spelling: Spelling;
  retries?: number;
  /** The name results go by in references, where it is not the step's id. */
  keyOf?: (call: PlannedCall, at: number) => string;
  /** The classes of the tools, on a surface that carries effects and previews. */
  effects?: ReadonlyMap<string, EffectClass>;
};

/** The grammar's calls as steps of a surface; `names` gives the step id of each call. */
export function toSteps(
  calls: readonly PlannedCall[],
  { ids, spelling, retries = 0, keyOf, effects }: StepStyle,
): { steps: ToolStep[]; names: Map<string, string> } {
  const names = new Map(calls.map((call, at) => [call.id, ids(at)]));
  const keys = keyOf === undefined ? names : new Map(calls.map((call, at) => [call.id, keyOf(call, at)]));
  const respelling = { to: spelling, names: keys };
  const steps = calls.map((call, at) =>
    ToolStep.parse({
      kind: "tool",
      id: ids(at),
      tool: call.tool,
      args: respellArgs(call.args, respelling),
      dependsOn: call.dependsOn.flatMap((id) => names.get(id) ?? []),
      retries,
      ...(keyOf !== undefined && { resultKey: keys.get(call.id) }),
      ...(effects !== undefined && call.preview !== undefined && { preview: call.preview }),
      ...(effects !== undefined &&
        call.scope !== undefined && {
          effect: { class: effects.get(call.tool) ?? "unknown", scope: call.scope },
        }),
      ...(call.when !== undefined && { when: { ...call.when, value: respellText(call.when.value, respelling) } }),
      ...(call.forEach !== undefined && {
        forEach: { ...call.forEach, over: respellText(call.forEach.over, respelling) },
      }),
    }),
  );
  return { steps, names };
}
