import type { Store } from "../../ports/store.ts";
import { type SpendField, spendFields } from "./entry.ts";
import { type BudgetLimits, globalTenant, type Scope, scopesOf } from "./limits.ts";
import { Notice, noticeKind } from "./notices.ts";

/** The spend of one agent on one model on one day; the agent is empty where none was given. */
export type SpendTotal = Record<SpendField, number> & { day: string; agent: string; model: string };
export type LimitUsage = Pick<Scope, "scope" | "name" | "period" | "limit"> & { used: number };
type BudgetReport = { spend: SpendTotal[]; limits: LimitUsage[]; notices: Notice[] };

type ReportQuery = {
  /** `globalTenant` selects the global limits. */
  tenant: string;
  now: number;
  /** The first day to list, for example `2026-11-15`. */
  since: string;
};

const maxNotices = 100;

/** Reports spend, the usage of each limit in its current period, and the notices given. */
export async function reportBudgets(
  store: Store,
  limits: BudgetLimits,
  { tenant, now, since }: ReportQuery,
): Promise<BudgetReport> {
  const notices = await store.records({ tenant, kind: noticeKind, limit: maxNotices });
  const sums = await store.counters(tenant, "spend/");
  return {
    spend: toSpend(sums).filter(({ day }) => day >= since),
    limits: await limitUsages(store, await scopesIn(store, limits, { tenant, now })),
    notices: notices.map(({ body }) => Notice.parse(body)),
  };
}

/** The limits of the tenant, and of every agent that has spent or has its own limit. */
async function scopesIn(
  store: Store,
  limits: BudgetLimits,
  { tenant, now }: Pick<ReportQuery, "tenant" | "now">,
): Promise<Scope[]> {
  if (tenant === globalTenant) return scopesOf(undefined, limits, now);
  const counted = (await store.counters(tenant, "budget/agent/")).map(({ key }) => decodeKey(key.split("/")[2]));
  const agents = [...new Set([...counted, ...Object.keys(limits.agents ?? {})])].toSorted();
  const scopes = [
    scopesOf({ tenant }, limits, now),
    ...agents.map((agent) => scopesOf({ tenant, agent }, limits, now)),
  ];
  const own = scopes.flat().filter(({ scope }) => scope !== "global");
  return [...new Map(own.map((scope) => [scope.key, scope])).values()];
}

async function limitUsages(store: Store, scopes: readonly Scope[]): Promise<LimitUsage[]> {
  return Promise.all(
    scopes.map(async ({ scope, name, period, limit, tenant, key }) => {
      return { scope, name, period, limit, used: await store.counter(tenant, key) };
    }),
  );
}

function toSpend(sums: readonly { key: string; value: number }[]): SpendTotal[] {
  const rows = new Map<string, SpendTotal>();
  for (const { key, value } of sums) {
    const [, day = "", agent, model, field] = key.split("/");
    const place = `${day}/${agent}/${model}`;
    const row = rows.get(place) ?? { ...zeroSpend, day, agent: decodeKey(agent), model: decodeKey(model) };
    if (isField(field)) rows.set(place, { ...row, [field]: value });
  }
  return [...rows.values()].filter(({ calls }) => calls > 0);
}

const zeroSpend: Record<SpendField, number> = {
  micro_cents: 0,
  calls: 0,
  unpriced: 0,
  input_tokens: 0,
  output_tokens: 0,
};

function isField(word: string | undefined): word is SpendField {
  return spendFields.some((field) => field === word);
}

function decodeKey(word: string | undefined): string {
  return decodeURIComponent(word ?? "");
}
