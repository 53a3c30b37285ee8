import type { ToolSpec } from "../../plan/tool-spec.ts";
import type { PlannerRequest } from "../../ports/planner.ts";
import type { GrammarOutcome, MissingParameter, PlannedCall } from "../grammar/goal.ts";
import { propertiesOf, requiredOf } from "../grammar/profile/schema.ts";
import { toolboxOf } from "../toolbox-of.ts";
import { toolWords } from "./tool-words.ts";

/** A change that names only what to change is a question: "move A-1" does not say where to. */
export function withoutEmptyChange(outcome: GrammarOutcome, { toolbox }: PlannerRequest): GrammarOutcome {
  if (outcome.kind !== "plan") return outcome;
  const tools = toolboxOf(toolbox);
  const missing = outcome.calls.flatMap((call) => {
    const tool = tools.get(call.tool);
    return tool === undefined ? [] : openValues(tool, call);
  });
  if (missing.length === 0) return outcome;
  const { calls, confidence, reasons } = outcome;
  return { kind: "clarify", calls, missing, bad: [], confidence, reasons };
}

/** The values that a tool could change, where the call has none of them. */
function openValues(tool: ToolSpec, { args }: PlannedCall): MissingParameter[] {
  const { inputSchema: schema, effect, name } = tool;
  const required = requiredOf(schema);
  const optional = Object.keys(propertiesOf(schema)).filter((key) => !required.includes(key));
  if (effect === "read" || effect === "unknown" || required.length === 0 || optional.length === 0) return [];
  if (!toolWords(tool).operations.has("update") || Object.keys(args).some((key) => optional.includes(key))) return [];
  // Required beside an id is the change itself.
  if (required.length > 1) return [];
  const list = optional.slice(0, 8).map((key) => key.replaceAll("_", " "));
  const ask = { en: `What should change: ${list.join(", ")}?`, ru: `Что изменить: ${list.join(", ")}?` };
  return [{ tool: name, param: optional[0] ?? "", choices: [], why: "absent", ask }];
}
