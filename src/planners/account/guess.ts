import { read } from "../../language/reading.ts";
import { kindsOf } from "../answers/kinds.ts";
import type { Json } from "../../plan/json.ts";
import type { PlannerRequest } from "../../ports/planner.ts";
import type { GrammarOutcome } from "../grammar/index.ts";
import { toolboxOf } from "../toolbox-of.ts";
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

/**
 * A change of records that are looked up by words with an id of something else among them: the fee "of the guide for L-7"
 * is no fee of a record of that name.
 */
export function withoutForeignId(outcome: GrammarOutcome, request: PlannerRequest): GrammarOutcome {
  if (outcome.kind !== "plan") return outcome;
  const { calls, confidence } = outcome;
  const tools = toolboxOf(request.toolbox);
  const effects = calls.map(({ tool }) => tools.get(tool)?.effect);
  const isMixed = effects.includes("read") && effects.some((effect) => effect !== "read");
  const prefixes = isMixed ? kindsOf(request.toolbox).flatMap(({ id }) => (id === undefined ? [] : [id.prefix])) : [];
  if (prefixes.length === 0) return outcome;
  const { spans } = read(request.goal, request);
  const ids = spans.flatMap(({ kind, text }) =>
    kind === "identifier" && prefixes.some((prefix) => text.toUpperCase().startsWith(prefix))
      ? [text.toLowerCase()]
      : [],
  );
  const isForeign = (value: Json): boolean => {
    if (typeof value === "string")
      return ids.some((id) => value.toLowerCase() !== id && value.toLowerCase().includes(id));
    return typeof value === "object" && value !== null && Object.values(value).some(isForeign);
  };
  if (!calls.some(({ args }, at) => effects[at] === "read" && isForeign(args))) return outcome;
  return { kind: "none", nearest: [], confidence, reasons: [] };
}
