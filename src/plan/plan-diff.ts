import { type Difference, diffJson } from "./diff.ts";
import { isJsonObject, type Json } from "./json.ts";

/** Under `/metadata`: what contract 4 lets vary between two equal plannings, as its wire and as the model spell it. */
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

/** How two plans differ in what must not vary. Takes a plan of any contract, or the model itself. */
export function diffPlans(before: Json, after: Json): Difference[] {
  return diffJson(withoutVolatileMetadata(before), withoutVolatileMetadata(after));
}

/** The plan without time, tokens and cost: equal hashes of it mean equal plans. */
export function withoutVolatileMetadata(plan: Json): Json {
  if (!isJsonObject(plan) || !isJsonObject(plan.metadata)) return plan;
  const kept = Object.entries(plan.metadata).filter(([key]) => !volatileFields.has(key));
  return { ...plan, metadata: Object.fromEntries(kept) };
}
