import type { ModelCall } from "../../ports/model.ts";

export type Account = NonNullable<ModelCall["account"]>;
type Period = "day" | "month" | "total";
export type Limit = { microCents: number; per: Period };

/** Spending limits. A limit by name takes precedence over the default of its kind. */
export type BudgetLimits = {
  global?: Limit;
  tenant?: Limit;
  agent?: Limit;
  run?: Limit;
  tenants?: Readonly<Record<string, Limit>>;
  agents?: Readonly<Record<string, Limit>>;
};

export const scopeNames = ["run", "agent", "tenant", "global"] as const;
type ScopeName = (typeof scopeNames)[number];

/** One limit that applies to a call, with the counter of what is spent and reserved. */
export type Scope = {
  scope: ScopeName;
  /** The run, the agent or the tenant; empty for the global limit. */
  name: string;
  per: Period;
  /** `2026-11-15`, `2026-11` or `total`. */
  period: string;
  /** The owner of the counter; the global one is outside every tenant. */
  tenant: string;
  key: string;
  limit: number;
};

/** The tenant of records that belong to no tenant. */
export const globalTenant = "";

/** Every limit that applies to the account, narrowest first. */
export function scopesOf(account: Account | undefined, limits: BudgetLimits, now: number): Scope[] {
  const { tenant = globalTenant, agent, run } = account ?? {};
  const scopesFor = (scope: ScopeName, name: string, limit: Limit | undefined): Scope[] =>
    limit === undefined ? [] : [scopeOf({ scope, name, tenant }, limit, now)];
  return [
    ...(run === undefined ? [] : scopesFor("run", run, limits.run)),
    ...(agent === undefined ? [] : scopesFor("agent", agent, limitFor(limits.agents, agent) ?? limits.agent)),
    ...(tenant === globalTenant ? [] : scopesFor("tenant", tenant, limitFor(limits.tenants, tenant) ?? limits.tenant)),
    ...scopesFor("global", "", limits.global),
  ];
}

function scopeOf(
  { scope, name, tenant }: Pick<Scope, "scope" | "name" | "tenant">,
  { microCents, per }: Limit,
  now: number,
): Scope {
  const period = periodOf(per, now);
  const key = `budget/${scope}/${encodeURIComponent(name)}/${period}`;
  return { scope, name, per, period, tenant: scope === "global" ? globalTenant : tenant, key, limit: microCents };
}

/** Days and months are in UTC. */
function periodOf(per: Period, now: number): string {
  const at = new Date(now).toISOString();
  if (per === "total") return "total";
  return per === "day" ? at.slice(0, 10) : at.slice(0, 7);
}

function limitFor(limits: Readonly<Record<string, Limit>> | undefined, name: string): Limit | undefined {
  return limits !== undefined && Object.hasOwn(limits, name) ? limits[name] : undefined;
}
