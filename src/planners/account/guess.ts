import { meantStems } from "../../language/meant-stems.ts";
import { read } from "../../language/reading.ts";
import { kindsOf } from "../answers/kinds.ts";
import { isJsonObject, type Json } from "../../plan/json.ts";
import type { ToolSpec } from "../../plan/tool-spec.ts";
import type { PlannerRequest } from "../../ports/planner.ts";
import type { GrammarOutcome, PlannedCall } from "../grammar/index.ts";
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
 * A change of records that are looked up by words with an id of something else among them, or of an id among other words:
 * the fee "of the guide for L-7" is no fee of a record of that name.
 */
export function withoutForeignId(outcome: GrammarOutcome, request: PlannerRequest): GrammarOutcome {
  if (outcome.kind !== "plan") return outcome;
  const { calls, confidence } = outcome;
  const effects = calls.map(({ tool }) => request.toolbox.find(({ name }) => name === tool)?.effect);
  const prefixes = kindsOf(request.toolbox).flatMap(({ id }) => (id === undefined ? [] : [id.prefix]));
  if (prefixes.length === 0 || effects.every((effect) => effect === "read")) return outcome;
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
  const isOther = ({ tool, args }: PlannedCall): boolean => {
    const spec = request.toolbox.find(({ name }) => name === tool);
    return Object.entries(args).some(([param, value]) => takesId(spec, param) && isForeign(value));
  };
  if (!calls.some((call, at) => (effects[at] === "read" ? isForeign(call.args) : isOther(call)))) return outcome;
  return { kind: "none", nearest: [], confidence, reasons: [] };
}

/** A parameter whose description gives an id as its example. */
function takesId(spec: ToolSpec | undefined, param: string): boolean {
  const schema = isJsonObject(spec?.inputSchema) ? spec.inputSchema : {};
  const properties = isJsonObject(schema["properties"]) ? schema["properties"] : {};
  return /\b\p{Lu}{1,4}-\d/u.test(text(resolve(properties[param], schema)["description"]));
}
