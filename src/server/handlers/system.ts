import { openApi } from "../../contracts/api/openapi.ts";
import { serviceVersions } from "../../contracts/service/plan-response.ts";
import type { Planwright } from "../../runtime/planwright.ts";
import { docsPage } from "../docs-page.ts";
import type { Handlers } from "../http/exchange.ts";

type Names = "health" | "readiness" | "version" | "metrics" | "openapi" | "docs";

export type SystemDeps = { planwright: Planwright; isDraining: () => boolean };

export function systemHandlers({ planwright, isDraining }: SystemDeps): Pick<Handlers, Names> {
  const document = openApi(planwright.version);
  return {
    health: () => ({ status: "ok" }),
    readiness: async () => {
      const checks = await checkAll(planwright.checks);
      const broken = Object.values(checks).includes("failed");
      const status = isDraining() ? "draining" : broken ? "not_ready" : "ready";
      const body = JSON.stringify({ status, checks });
      return new Response(body, { status: status === "ready" ? 200 : 503, headers: json });
    },
    version: () => ({
      name: "planwright",
      version: planwright.version,
      contracts: { service: serviceVersions.join(", "), structured: "1", determinism: "1.0.0", react: "1" },
    }),
    metrics: async () => new Response(await planwright.metrics.text(), { headers: prometheus }),
    openapi: () => document,
    docs: () => docsPage(document),
  };
}

const prometheus = { "content-type": "text/plain; version=0.0.4; charset=utf-8" };
const json = { "content-type": "application/json", "cache-control": "no-store" };

async function checkAll(checks: Planwright["checks"]): Promise<Record<string, "ok" | "failed">> {
  const rows = Object.entries(checks).map(async ([name, check]) => {
    const works = await check().catch(() => false);
    return [name, works ? "ok" : "failed"] as const;
  });
  return Object.fromEntries(await Promise.all(rows));
}
