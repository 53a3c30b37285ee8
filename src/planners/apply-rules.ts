import type { Issue } from "../plan/issue.ts";
import { atPointer, parsePointer } from "../plan/pointer.ts";
import type { GrammarOutcome, MissingParameter, PlannedCall } from "./grammar/index.ts";
import { checkRules, type ReadyPack } from "./packs/index.ts";
import type { Speech } from "./speech.ts";

/** Turns a plan that violates a business rule of a pack into a question, worded by the rule. */
export function applyRules(outcome: GrammarOutcome, packs: readonly ReadyPack[], speech: Speech): GrammarOutcome {
  if (outcome.kind !== "plan" || packs.length === 0) return outcome;
  const { calls, confidence, reasons } = outcome;
  const issues = checkRules(packs, calls, speech);
  if (issues.length === 0) return outcome;
  const broken = issues.map((issue) => toMissing(issue, calls, speech));
  const bad = issues.flatMap(({ pointer }) => textAt(calls, pointer));
  return { kind: "clarify", calls, missing: broken, bad, confidence, reasons };
}

/** A rule issue points at `/<index of the call>/args/<path>`. */
function toMissing({ code, pointer, message }: Issue, calls: readonly PlannedCall[], speech: Speech): MissingParameter {
  const [at = "", , ...path] = parsePointer(pointer) ?? [];
  const why = code === "MISSING_FIELD" ? "absent" : "bad";
  return { tool: calls[Number(at)]?.tool ?? "", param: path.join("."), choices: [], why, ask: { [speech]: message } };
}

function textAt(calls: readonly PlannedCall[], pointer: string): string[] {
  const value = atPointer(calls, pointer);
  return typeof value === "string" || typeof value === "number" ? [String(value)] : [];
}
