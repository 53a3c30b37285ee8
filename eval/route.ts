import { fileURLToPath } from "node:url";
import { z } from "zod";
import { type ActionPlan, Domain, Intent } from "../src/contracts/actions/plan.ts";
import { createActionPlanner } from "../src/planners/actions/create-action-planner.ts";
import type { Pack } from "../src/planners/packs/pack.ts";
import type { Verbs } from "../src/ports/verbs.ts";

/** The utterances for the studio pack. */
export const studioCorpus = fileURLToPath(new URL("studio.corpus.jsonl", import.meta.url));

/** An utterance with its expected domain and intent. */
export const RouteCase = z.strictObject({
  id: z.string(),
  lang: z.enum(["en", "ru"]),
  text: z.string().min(1),
  intent: Intent,
  domain: Domain,
});
export type RouteCase = z.infer<typeof RouteCase>;

export type RouteRow = { expected: RouteCase; actual: Pick<ActionPlan, "intent" | "domain"> };

export type RouteSummary = {
  count: number;
  domain: number;
  intent: number;
  /** Mutations classified as queries; must be 0. */
  mutationAsQuery: number;
  /** Confusion matrix: expected kind, then actual kind. */
  matrix: Record<string, Record<string, number>>;
};

export type RouteOptions = { packs: readonly Pack[]; verbs: Verbs; tenant: string; signal: AbortSignal };

/** Plans every utterance at a fixed time and records its intent and domain. */
export async function routeAll(cases: readonly RouteCase[], options: RouteOptions): Promise<RouteRow[]> {
  const { packs, verbs, tenant, signal } = options;
  const noop = (): void => undefined;
  const planner = createActionPlanner({ packs, verbs, log: { debug: noop, info: noop, warn: noop, error: noop } });
  const rows: RouteRow[] = [];
  for (const expected of cases) {
    const request = { text: expected.text, now: "2026-11-16T09:00:00Z", zone: "Europe/Moscow", tenant };
    const { intent, domain } = await planner.plan(request, { signal });
    rows.push({ expected, actual: { intent, domain } });
  }
  return rows;
}

export function summariseRoutes(rows: readonly RouteRow[]): RouteSummary {
  const share = (right: (row: RouteRow) => boolean): number =>
    rows.length === 0 ? 0 : Math.round((1000 * rows.filter(right).length) / rows.length) / 10;
  const matrix: RouteSummary["matrix"] = {};
  for (const { expected, actual } of rows) {
    const line = (matrix[`${expected.intent} ${expected.domain}`] ??= {});
    const column = `${actual.intent} ${actual.domain}`;
    line[column] = (line[column] ?? 0) + 1;
  }
  return {
    count: rows.length,
    domain: share(({ expected, actual }) => expected.domain === actual.domain),
    intent: share(({ expected, actual }) => expected.intent === actual.intent),
    mutationAsQuery: rows.filter(({ expected, actual }) => expected.intent === "mutate" && actual.intent === "query")
      .length,
    matrix,
  };
}

/** The confusion matrix as text: expected kinds in rows, actual kinds in columns. */
export function formatRoutes({ count, domain, intent, mutationAsQuery, matrix }: RouteSummary): string {
  const kinds = ["mutate", "query"].flatMap((one) =>
    ["attio", "linear", "mixed", "unknown"].map((two) => `${one} ${two}`),
  );
  const used = kinds.filter((kind) => matrix[kind] !== undefined || Object.values(matrix).some((line) => kind in line));
  const lines = used.map((kind) => [kind, ...used.map((other) => String(matrix[kind]?.[other] ?? "·"))]);
  const head = ["expected \\ actual", ...used];
  const widths = head.map((word, at) => Math.max(word.length, ...lines.map((line) => line[at]?.length ?? 0)));
  const written = [head, ...lines].map((line) =>
    line.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join("  "),
  );
  const totals = `${count} utterances: domain ${domain} %, intent ${intent} %, mutations classified as queries ${mutationAsQuery}`;
  return [...written, "", totals, ""].join("\n");
}
