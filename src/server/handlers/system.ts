import { openApi } from "../../contracts/api/openapi.ts";
import type { Readiness } from "../../contracts/api/system.ts";
import { serviceVersions } from "../../contracts/service/plan-response.ts";
import type { Planwright } from "../../runtime/planwright.ts";
import { docsPage } from "../docs-page.ts";
import type { Handlers } from "../http/exchange.ts";

type Names = "health" | "readiness" | "version" | "metrics" | "openapi" | "docs";

export type SystemDeps = {
  planwright: Planwright;
  isDraining: () => boolean;
  /** The console, which has the API reference; without it `/docs` is a plain page. */
  consolePage?: (() => Response | undefined) | undefined;
};

export function systemHandlers({ planwright, isDraining, consolePage }: SystemDeps): Pick<Handlers, Names> {
  const document = openApi(planwright.version);
  return {
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
