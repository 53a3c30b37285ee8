import type { Budgets } from "../../runtime/models/budgets.ts";
import type { Handlers } from "../http/exchange.ts";

export function budgetHandlers({ budgets }: { budgets: Budgets }): Pick<Handlers, "getBudgets"> {
  return { getBudgets: ({ principal: { tenant }, query: { days } }) => budgets.report({ tenant, days }) };
}
