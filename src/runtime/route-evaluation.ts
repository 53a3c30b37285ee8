import { fileURLToPath } from "node:url";
import type { CheckResult } from "../plan/check-result.ts";
import { parseWith } from "../plan/parse.ts";
import { createActionPlanner } from "../planners/actions/action-planner.ts";
import { RouteCase, type RouteRow } from "../planners/eval/routes.ts";
import type { Pack } from "../planners/packs/pack.ts";
import type { Verbs } from "../ports/verbs.ts";

export { formatRoutes, type RouteCase, type RouteRow, summariseRoutes } from "../planners/eval/routes.ts";

/** The utterances that come with the studio pack. */
export const studioCorpus = fileURLToPath(new URL("../../packs/studio.corpus.jsonl", import.meta.url));

export function parseRouteCase(value: unknown): CheckResult<RouteCase> {
  return parseWith(RouteCase, value);
}

export type RouteSetting = { packs: readonly Pack[]; verbs: Verbs; tenant: string; signal: AbortSignal };

/** Plans every utterance at one fixed time and notes what it was taken for. */
export async function routeAll(cases: readonly RouteCase[], setting: RouteSetting): Promise<RouteRow[]> {
  const { packs, verbs, tenant, signal } = setting;
  const nothing = (): void => undefined;
  const log = { debug: nothing, info: nothing, warn: nothing, error: nothing };
  const planner = createActionPlanner({ packs, verbs, log });
  const rows: RouteRow[] = [];
  for (const wanted of cases) {
    const request = { text: wanted.text, now: "2026-11-16T09:00:00Z", zone: "Europe/Moscow", tenant };
    const { intent, domain } = await planner.plan(request, { signal });
    rows.push({ wanted, got: { intent, domain } });
  }
  return rows;
}
