import type { SpendRow } from "../../../../src/contracts/api/budgets.ts";

export type SpendKey = "model" | "agent";

/** The spend of one day by name; the order of names is the same for all days. */
export type SpendDay = { day: string; parts: readonly { name: string; amount: number }[]; total: number };

const shownDays = 30;
const dayMs = 86_400_000;

/** The last thirty days, including those without spend. */
export function spendByDay(rows: readonly SpendRow[], by: SpendKey, now: Date): SpendDay[] {
  const nameOf = (row: SpendRow): string => row[by] ?? "—";
  const totals = new Map<string, number>();
  for (const row of rows) totals.set(nameOf(row), (totals.get(nameOf(row)) ?? 0) + row.micro_cents);
  const names = [...totals].toSorted(([, a], [, b]) => b - a).map(([name]) => name);
  const byDay = Map.groupBy(rows, ({ day }) => day);
  return Array.from({ length: shownDays }, (_, at) => {
    const day = new Date(now.getTime() - (shownDays - 1 - at) * dayMs).toISOString().slice(0, 10);
    const spent = byDay.get(day) ?? [];
    const parts = names.map((name) => ({ name, amount: sum(spent.filter((row) => nameOf(row) === name)) }));
    return { day, parts, total: sum(spent) };
  });
}

function sum(rows: readonly SpendRow[]): number {
  return rows.reduce((total, { micro_cents: amount }) => total + amount, 0);
}
