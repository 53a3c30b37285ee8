import type { Store } from "../../ports/store.ts";
import { type SpendField, spendFields } from "./entry.ts";
import { type BudgetLimits, everybody, type Scope, scopesOf } from "./limits.ts";
import { Notice, noticeKind } from "./notices.ts";

/** What one agent spent on one model on one day; the agent is empty where none was named. */
export type Spend = Record<SpendField, number> & { day: string; agent: string; model: string };
export type Standing = Pick<Scope, "scope" | "name" | "period" | "limit"> & { used: number };
export type BudgetReport = { spend: Spend[]; limits: Standing[]; notices: Notice[] };

export type ReportQuery = {
  /** `everybody` asks for what holds for all together. */
  tenant: string;
  now: number;
  /** The first day of the spend that is listed, as `2026-11-15`. */
  since: string;
};

const maxNotices = 100;

/** What was spent, how far each limit of the current period is used, and the notices that were given. */
export async function reportBudgets(
  store: Store,
  limits: BudgetLimits,
  { tenant, now, since }: ReportQuery,
): Promise<BudgetReport> {
  const notices = await store.records({ tenant, kind: noticeKind, limit: maxNotices });
  const sums = await store.counters(tenant, "spend/");
  return {
    spend: toSpend(sums).filter(({ day }) => day >= since),
    limits: await standings(store, await scopesIn(store, limits, { tenant, now })),
    notices: notices.map(({ body }) => Notice.parse(body)),
  };
}

/** The limits of the tenant itself, and of every agent that has spent or has a limit of its own. */
async function scopesIn(
  store: Store,
  limits: BudgetLimits,
  { tenant, now }: Pick<ReportQuery, "tenant" | "now">,
): Promise<Scope[]> {
  if (tenant === everybody) return scopesOf(undefined, limits, now);
  const counted = (await store.counters(tenant, "budget/agent/")).map(({ key }) => decoded(key.split("/")[2]));
  const agents = [...new Set([...counted, ...Object.keys(limits.agents ?? {})])].toSorted();
  const scopes = [
    scopesOf({ tenant }, limits, now),
    ...agents.map((agent) => scopesOf({ tenant, agent }, limits, now)),
  ];
  const own = scopes.flat().filter(({ scope }) => scope !== "global");
  return [...new Map(own.map((scope) => [scope.key, scope])).values()];
}

async function standings(store: Store, scopes: readonly Scope[]): Promise<Standing[]> {
  return Promise.all(
    scopes.map(async ({ scope, name, period, limit, tenant, key }) => {
      return { scope, name, period, limit, used: await store.counter(tenant, key) };
    }),
  );
}

function toSpend(sums: readonly { key: string; value: number }[]): Spend[] {
  const rows = new Map<string, Spend>();
  for (const { key, value } of sums) {
    const [, day = "", agent, model, field] = key.split("/");
    const place = `${day}/${agent}/${model}`;
    const row = rows.get(place) ?? { ...nothing, day, agent: decoded(agent), model: decoded(model) };
    if (isField(field)) rows.set(place, { ...row, [field]: value });
  }
  return [...rows.values()].filter(({ calls }) => calls > 0);
}

const nothing: Record<SpendField, number> = {
  micro_cents: 0,
  calls: 0,
  unpriced: 0,
  input_tokens: 0,
  output_tokens: 0,
};

function isField(word: string | undefined): word is SpendField {
  return spendFields.some((field) => field === word);
}

function decoded(word: string | undefined): string {
  return decodeURIComponent(word ?? "");
}
