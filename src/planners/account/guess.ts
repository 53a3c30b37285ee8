import { read } from "../../language/reading.ts";
import type { PlannerRequest } from "../../ports/planner.ts";
import type { GrammarOutcome } from "../grammar/index.ts";
import { account } from "./account.ts";
import { toAccountCalls } from "./to-account-calls.ts";

/**
 * A question about a call that carries nothing of what was named, or does something else, is a guess, and no tool fits:
 * "order a pizza" is not meant for purchase orders, "cancel the visit" not for booking one.
 */
export function withoutGuess(outcome: GrammarOutcome, request: PlannerRequest): GrammarOutcome {
  if (outcome.kind !== "clarify") return outcome;
  const { calls, confidence, reasons } = outcome;
  const accountCalls = toAccountCalls(calls, request);
  // Of tools that nobody classed nothing is concluded.
  if (accountCalls.every(({ tool }) => tool === undefined || tool.effect === "unknown" || tool.effect === "read"))
    return outcome;
  const { parts } = account(read(request.goal, request), {
    calls: accountCalls,
    provenance: reasons.map(({ from, to, param }) => ({ from, to, as: param === undefined ? "tool" : "argument" })),
  });
  const verbs = parts.filter(({ kind }) => kind === "verb");
  const isOther = verbs.length > 0 && verbs.every(({ status }) => status === "unaccounted");
  const things = parts.filter(({ kind }) => /^(?:word|unknown|name)$/.test(kind));
  const isNamed = things.length === 0 || things.some(({ status }) => status !== "unaccounted");
  if (isNamed && !isOther) return outcome;
  return { kind: "none", nearest: calls.map(({ tool }) => ({ tool, score: 0 })), confidence, reasons: [] };
}
