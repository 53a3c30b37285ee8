import type { EffectClass } from "../../plan/step.ts";
import { matchesTool, type DraftRules } from "./rules.ts";

/** What the gate takes a tool for. */
export type ToolClass = "read" | "write" | "denied";

/**
 * By our registry and our configuration; what a plan or a server says of the tool is not asked. `allow` speaks for
 * tools of unknown class only: it cannot make a read of what is known to write.
 */
export function toolClass(tool: string, declared: EffectClass | undefined, rules: DraftRules): ToolClass {
  if (matchesTool(rules.deny, tool)) return "denied";
  if (matchesTool(rules.mutate, tool)) return "write";
  if (declared === "read") return "read";
  return declared === "unknown" && matchesTool(rules.allow, tool) ? "read" : "write";
}
