import { memoizeByIdentity } from "../../plan/bounded-cache.ts";
import { meantStems } from "../../language/words/meant-stems.ts";
import { read } from "../../language/reading.ts";
import { kindsOf } from "../answers/kinds.ts";
import { isJsonObject, type Json } from "../../plan/json.ts";
import type { ToolSpec } from "../../plan/tool-spec.ts";
import type { PlannerRequest } from "../../ports/planner.ts";
import type { GrammarOutcome, PlannedCall } from "../grammar/goal.ts";
import { resolve, text } from "../grammar/profile/schema.ts";
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
  const reading = read(request.goal, request);
  // "Who buys most" asks for no number of a purchase order.
  const kinds = kindsOf(request.toolbox).filter(({ tool }) => calls.some((call) => call.tool === tool.name));
  const stems = new Set(meantStems(reading.tokens));
  const isUnnamed = kinds.length > 0 && kinds.every(({ heads }) => heads.isDisjointFrom(stems));
  if (isUnnamed && reading.clauses.every(({ act }) => act === "ask"))
    return { kind: "none", nearest: [], confidence, reasons: [] };
  // Of tools that nobody classed nothing is concluded.
  if (accountCalls.every(({ tool }) => tool === undefined || tool.effect === "unknown" || tool.effect === "read"))
    return outcome;
  const { parts } = account(reading, {
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
 * An id of something else: a loan's number for the parameter that takes numbers of members, or, where records are changed,
 * such a number among other words. The fee "of the guide for L-7" is not a fee of a record of that name.
 */
export function withoutForeignId(outcome: GrammarOutcome, request: PlannerRequest): GrammarOutcome {
  const prefixes = idPrefixes(request.toolbox);
  if (outcome.kind === "none" || prefixes.size === 0) return outcome;
  const claimed = [...prefixes.values()].flatMap((own) => [...own]);
  const ids = read(request.goal, request).spans.flatMap(({ kind, text: said }) => {
    const prefix = kind === "identifier" ? claimed.find((one) => said.toUpperCase().startsWith(one)) : undefined;
    return prefix === undefined ? [] : [{ id: said.toLowerCase(), prefix }];
  });
  if (ids.length === 0) return outcome;
  const effects = new Map(request.toolbox.map(({ name, effect }) => [name, effect]));
  const isReading = outcome.calls.every(({ tool }) => effects.get(tool) === "read");
  const isMixed = (value: Json): boolean => {
    if (typeof value === "string")
      return ids.some(({ id }) => value.toLowerCase() !== id && value.toLowerCase().includes(id));
    return typeof value === "object" && value !== null && Object.values(value).some(isMixed);
  };
  const isForeign = ({ tool, args }: PlannedCall): boolean =>
    Object.entries(args).some(([param, value]) => {
      const own = prefixes.get(param);
      const said = typeof value === "string" ? ids.find(({ id }) => id === value.toLowerCase()) : undefined;
      if (said !== undefined) return own !== undefined && !own.has(said.prefix);
      return !isReading && (own !== undefined || effects.get(tool) === "read") && isMixed(value);
    });
  if (!outcome.calls.some(isForeign)) return outcome;
  return { kind: "none", nearest: [], confidence: outcome.confidence, reasons: [] };
}

/** What the ids that a parameter takes begin with, by its name: from the examples in descriptions. */
const idPrefixes = memoizeByIdentity((toolbox: readonly ToolSpec[]): ReadonlyMap<string, ReadonlySet<string>> => {
  const found = new Map<string, Set<string>>();
  for (const { inputSchema } of toolbox) {
    const properties = isJsonObject(inputSchema) ? inputSchema["properties"] : undefined;
    if (!isJsonObject(properties)) continue;
    for (const [param, schema] of Object.entries(properties)) {
      const [, prefix] = /\b(\p{Lu}{1,4}-)\d/u.exec(text(resolve(schema, inputSchema)["description"])) ?? [];
      if (prefix !== undefined) found.set(param, (found.get(param) ?? new Set()).add(prefix));
    }
  }
  return found;
});
