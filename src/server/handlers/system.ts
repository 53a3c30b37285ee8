import type { AuditView } from "../../contracts/api/audit.ts";
import { openApi } from "../../contracts/api/openapi.ts";
import { toPage } from "../../contracts/api/page.ts";
import type { Readiness } from "../../contracts/api/system.ts";
import { serviceVersions } from "../../contracts/service/plan-response.ts";
import { timestampOf } from "../../contracts/timestamp.ts";
import type { Audit, AuditRecord } from "../../ports/audit.ts";
import type { Budgets } from "../../runtime/models/budgets.ts";
import type { Planwright } from "../../runtime/planwright.ts";
import { docsPage } from "../docs-page.ts";
import type { Handlers } from "../http/exchange.ts";

type Names =
  | "getBudgets"
  | "listAudit"
  | "listDeadJobs"
  | "reviveJob"
  | "health"
  | "readiness"
  | "version"
  | "metrics"
  | "openapi"
  | "docs";

export type SystemDeps = {
  planwright: Planwright;
  isDraining: () => boolean;
  /** The console, which has the API reference; without it `/docs` is a plain page. */
  consolePage?: (() => Response | undefined) | undefined;
};

export function systemHandlers({ planwright, isDraining, consolePage }: SystemDeps): Pick<Handlers, Names> {
  const document = openApi(planwright.version);
  return {
    ...budgetHandlers(planwright),
    ...auditHandlers(planwright),
    ...jobHandlers(planwright),
    health: () => ({ status: "ok" }),
    readiness: async () => {
      const { checks, reasons } = await checkAll(planwright.checks);
      const broken = Object.keys(reasons).length > 0;
      const status = isDraining() ? "draining" : broken ? "not_ready" : "ready";
      const body = JSON.stringify({ status, checks, ...(broken && { reasons }) });
      return new Response(body, { status: status === "ready" ? 200 : 503, headers: json });
    },
    version: () => ({
      name: "planwright",
      version: planwright.version,
      contracts: { service: serviceVersions.join(", "), structured: "1", determinism: "1.0.0", react: "1" },
    }),
    metrics: async () => new Response(await planwright.metrics.text(), { headers: prometheus }),
    openapi: () => document,
    docs: () => consolePage?.() ?? docsPage(document),
  };
}

const prometheus = { "content-type": "text/plain; version=0.0.4; charset=utf-8" };
const json = { "content-type": "application/json", "cache-control": "no-store" };

async function checkAll(
  checks: Planwright["checks"],
): Promise<{ checks: Readiness["checks"]; reasons: NonNullable<Readiness["reasons"]> }> {
  const rows = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await check().catch(String)] as const),
  );
  const failed = rows.flatMap(([name, reason]) => (reason === undefined ? [] : [[name, reason] as const]));
  return {
    checks: Object.fromEntries(rows.map(([name, reason]) => [name, reason === undefined ? "ok" : "failed"] as const)),
    reasons: Object.fromEntries(failed),
  };
}

function auditHandlers({ audit }: { audit: Audit }): Pick<Handlers, "listAudit"> {
  return {
    listAudit: async ({ principal: { tenant }, query: { cursor, limit, credentials } }) => {
      const before = cursor === undefined ? {} : { before: Number(cursor) };
      const page = await audit.list({ tenant: credentials === "unknown" ? "" : tenant, limit: limit + 1, ...before });
      const { rows, next_cursor } = toPage(page, limit, ({ seq }) => String(seq));
      return { entries: rows.map(toAuditView), next_cursor };
    },
  };
}

function toAuditView({ at, principal, action, subjects, requestId, outcome, reason }: AuditRecord): AuditView {
  const shown = { at: timestampOf(at), principal, action, subjects: [...subjects], request_id: requestId, outcome };
  return { ...shown, reason: reason ?? null };
}

function budgetHandlers({ budgets }: { budgets: Budgets }): Pick<Handlers, "getBudgets"> {
  return { getBudgets: ({ principal: { tenant }, query: { days } }) => budgets.report({ tenant, days }) };
}

const maxListed = 1000;

/** Dead jobs of the caller's tenant. */
export function jobHandlers({
  deadJobs,
  clock,
}: Pick<Planwright, "deadJobs" | "clock">): Pick<Handlers, "listDeadJobs" | "reviveJob"> {
  const listOf = async (tenant: string) => (await deadJobs.list(maxListed)).filter((job) => job.tenant === tenant);
  return {
    listDeadJobs: async ({ principal: { tenant } }) => ({
      jobs: (await listOf(tenant)).map(({ queue, key, failures, error, deadAt }) => {
        return { queue, key, failures, error, dead_at: timestampOf(deadAt) };
      }),
    }),
    reviveJob: async ({ principal: { tenant }, body: { queue, key } }) => {
      const isOwn = (await listOf(tenant)).some((job) => job.queue === queue && job.key === key);
      return { revived: isOwn && (await deadJobs.revive({ queue, key }, clock.now())) };
    },
  };
}
