import type { EffectClass } from "../../plan/step.ts";
import { names, type Rules } from "./rules.ts";

/** What the gate takes a tool for. */
export type ToolClass = "read" | "write" | "denied";

/**
 * By our registry and our configuration; what a plan or a server says of the tool is not asked. `allow` speaks for
 * tools of unknown class only: it cannot make a read of what is known to write.
 */
export function toolClass(tool: string, declared: EffectClass | undefined, rules: Rules): ToolClass {
  if (names(rules.deny, tool)) return "denied";
  if (names(rules.mutate, tool)) return "write";
  if (declared === "read") return "read";
  return declared === "unknown" && names(rules.allow, tool) ? "read" : "write";
}
