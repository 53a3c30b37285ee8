import type { EffectClass } from "../../plan/step.ts";

/** Whether a tool takes something away, and not only changes it: by its class, and by its name where that says so. */
export function removes(tool: string, effect: EffectClass | undefined): boolean {
  return effect !== "read" && effect !== "additive" && /delete|remove|archive|cancel/i.test(tool);
}
