import { type Difference, diffJson } from "./diff.ts";
import { isJsonObject, type Json } from "./json.ts";

/** Fields under `/metadata` that contract 4 lets vary between equal plans, in the wire's and the model's spelling. */
const volatileFields: ReadonlySet<string> = new Set([
  "generated_at",
  "input_tokens",
  "output_tokens",
  "cost_cents",
  "generatedAt",
  "inputTokens",
  "outputTokens",
  "costCents",
]);

/** Compares two plans, of any contract or in the model, leaving out what may vary. */
export function diffPlans(before: Json, after: Json): Difference[] {
  return diffJson(withoutVolatileMetadata(before), withoutVolatileMetadata(after));
}

/** The plan without time, tokens and cost, so that equal plans have equal hashes. */
export function withoutVolatileMetadata(plan: Json): Json {
  if (!isJsonObject(plan) || !isJsonObject(plan.metadata)) return plan;
  const kept = Object.entries(plan.metadata).filter(([key]) => !volatileFields.has(key));
  return { ...plan, metadata: Object.fromEntries(kept) };
}
