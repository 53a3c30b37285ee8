import type { EffectClass } from "../../plan/step.ts";
import { matchesTool, type DraftRules } from "./rules.ts";

/** The gate's class of a tool. */
type ToolClass = "read" | "write" | "denied";

/**
 * Decided by our registry and configuration, never by what a plan or a server claims. `allow` applies only to
 * tools of unknown class: it cannot turn a known write into a read.
 */
export function toolClass(tool: string, declared: EffectClass | undefined, rules: DraftRules): ToolClass {
  if (matchesTool(rules.deny, tool)) return "denied";
  if (matchesTool(rules.mutate, tool)) return "write";
  if (declared === "read") return "read";
  return declared === "unknown" && matchesTool(rules.allow, tool) ? "read" : "write";
}
