import type { BudgetLimit, BudgetNotice, BudgetReport, SpendRow } from "../../contracts/api/budgets.ts";
import type { Ledger } from "../../models/budget/ledger.ts";
import { type BudgetLimits, globalTenant } from "../../models/budget/limits.ts";
import type { Notice } from "../../models/budget/notices.ts";
import { reportBudgets, type SpendTotal, type LimitUsage } from "../../models/budget/report.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Store } from "../../ports/store.ts";
import { readSavings } from "../lessons/savings.ts";

/** Spending on models and its limits. */
export type Budgets = {
  /** Spending of one tenant over the last `days` days. Does not include totals of other tenants. */
  report(asked: { tenant: string; days: number }): Promise<BudgetReport>;
  /** The limit over all tenants, for the operator. */
  global(): Promise<Pick<BudgetReport, "limits" | "notices">>;
};

type BudgetsParts = { store: Store; clock: Clock; ledger: Ledger; limits: BudgetLimits };

const dayMs = 86_400_000;

export function createBudgets({ store, clock, ledger, limits }: BudgetsParts): Budgets {
  const queryReport = async (tenant: string, days: number): Promise<BudgetReport> => {
    await ledger.chargeAbandoned();
    const now = clock.now();
    const since = new Date(now - (days - 1) * dayMs).toISOString().slice(0, 10);
    const { spend, limits: standings, notices } = await reportBudgets(store, limits, { tenant, now, since });
    const teaching = await readSavings(store, { tenant, since });
    return { spend: spend.map(toSpendRow), limits: standings.map(toLimit), notices: notices.map(toNotice), teaching };
  };
  return {
    report: ({ tenant, days }) => queryReport(tenant, days),
    async global() {
      const { limits, notices } = await queryReport(globalTenant, 1);
      return { limits, notices };
    },
  };
}

function toSpendRow({ day, agent, model, calls, unpriced, ...sums }: SpendTotal): SpendRow {
  return { day, agent: agent || null, model, calls, unpriced_calls: unpriced, ...sums };
}

function toLimit({ scope, name, period, limit, used }: LimitUsage): BudgetLimit {
  return { scope, name: name || null, period, limit_micro_cents: limit, used_micro_cents: used };
}

function toNotice({ at, name, ...notice }: Notice): BudgetNotice {
  return { ...notice, name: name || null, at: new Date(at).toISOString() };
}
