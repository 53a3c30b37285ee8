import type { ModelCall } from "../../ports/model.ts";

export type Account = NonNullable<ModelCall["account"]>;
export type Period = "day" | "month" | "total";
export type Limit = { microCents: number; per: Period };

/** What may be spent. A limit by name goes before the one for all of its kind. */
export type BudgetLimits = {
  global?: Limit;
  tenant?: Limit;
  agent?: Limit;
  run?: Limit;
  tenants?: Readonly<Record<string, Limit>>;
  agents?: Readonly<Record<string, Limit>>;
};

export const scopeNames = ["run", "agent", "tenant", "global"] as const;
export type ScopeName = (typeof scopeNames)[number];

/** One limit as it holds for one call: the counter that holds what is spent and reserved. */
export type Scope = {
  scope: ScopeName;
  /** The run, the agent or the tenant; empty for all together. */
  name: string;
  per: Period;
  /** `2026-11-15`, `2026-11` or `total`. */
  period: string;
  /** Whose counter it is: what counts for all together lies outside every tenant. */
  tenant: string;
  key: string;
  limit: number;
};

/** The tenant of what belongs to none. */
export const globalTenant = "";

/** Every limit that a call of this account falls under, the narrowest first. */
export function scopesOf(account: Account | undefined, limits: BudgetLimits, now: number): Scope[] {
  const { tenant = globalTenant, agent, run } = account ?? {};
  const of = (scope: ScopeName, name: string, limit: Limit | undefined): Scope[] =>
    limit === undefined ? [] : [scopeOf({ scope, name, tenant }, limit, now)];
  return [
    ...(run === undefined ? [] : of("run", run, limits.run)),
    ...(agent === undefined ? [] : of("agent", agent, limitFor(limits.agents, agent) ?? limits.agent)),
    ...(tenant === globalTenant ? [] : of("tenant", tenant, limitFor(limits.tenants, tenant) ?? limits.tenant)),
    ...of("global", "", limits.global),
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

/** Days and months are those of UTC. */
export function periodOf(per: Period, now: number): string {
  const at = new Date(now).toISOString();
  if (per === "total") return "total";
  return per === "day" ? at.slice(0, 10) : at.slice(0, 7);
}

function limitFor(limits: Readonly<Record<string, Limit>> | undefined, name: string): Limit | undefined {
  return limits !== undefined && Object.hasOwn(limits, name) ? limits[name] : undefined;
}
