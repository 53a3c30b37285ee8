import type { BusinessRule } from "../../contracts/actions/business-rule.ts";
import type { ActionPlan } from "../../contracts/actions/plan.ts";
import { isJsonObject, type Json } from "../../plan/json.ts";
import { atPointer } from "../../plan/pointer.ts";
import type { Verbs } from "../../ports/verbs.ts";
import { matchesTool } from "./rules.ts";

type ListedRule = BusinessRule["listed"][string];
type ListContext = { verbs: Verbs; tenant: string; signal: AbortSignal; requestId: string };

/**
 * The rules with the values that a reading tool lists now, as for the teams of a tracker. Undefined where a list cannot be
 * read: then a value cannot be checked.
 */
export async function withListedValues(
  rules: readonly BusinessRule[],
  { actions }: Pick<ActionPlan, "actions">,
  context: ListContext,
): Promise<BusinessRule[] | undefined> {
  const resolved: BusinessRule[] = [];
  for (const rule of rules) {
    const one_of: Record<string, Json[]> = { ...rule.one_of };
    const isUsed = actions.some(({ tool_slug: tool }) => matchesTool([rule.tool], tool));
    for (const [argument, listing] of isUsed ? Object.entries(rule.listed) : []) {
      // Only what the router knows as a read is called; without it the tool itself must refuse the value.
      if (context.verbs.describe(listing.tool, context.tenant)?.retryClass !== "safe") continue;
      const values = await listValues(listing, context);
      if (values === undefined) return undefined;
      one_of[argument] = values;
    }
    resolved.push({ ...rule, one_of });
  }
  return resolved;
}

async function listValues(
  { tool, args, items, id }: ListedRule,
  { verbs, tenant, signal, requestId }: ListContext,
): Promise<Json[] | undefined> {
  const call = { verb_id: tool, payload: args, request_id: requestId, caller: "drafts" };
  const answer = await verbs.execute(call, { tenant, signal });
  if (!answer.ok) return undefined;
  const rows = atPointer(answer.output, items === "" ? "" : `/${items.replaceAll(".", "/")}`);
  return Array.isArray(rows) ? rows.flatMap((row: Json) => (isJsonObject(row) ? (row[id] ?? []) : [])) : [];
}
