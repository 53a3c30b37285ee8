import type { EffectClass } from "../../plan/step.ts";

/** Whether a tool deletes rather than changes: by its effect class, or by its name. */
export function removes(tool: string, effect: EffectClass | undefined): boolean {
  return effect !== "read" && effect !== "additive" && /delete|remove|archive|cancel/i.test(tool);
}
