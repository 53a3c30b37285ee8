import { z } from "zod";
import { type ActionPlan, Domain, Intent } from "../../contracts/actions/plan.ts";

/** An utterance with what it is about and whether it changes anything. */
export const RouteCase = z.strictObject({
  id: z.string(),
  lang: z.enum(["en", "ru"]),
  text: z.string().min(1),
  intent: Intent,
  domain: Domain,
});
export type RouteCase = z.infer<typeof RouteCase>;

export type RouteRow = { wanted: RouteCase; got: Pick<ActionPlan, "intent" | "domain"> };

export type RouteSummary = {
  count: number;
  domain: number;
  intent: number;
  /** The mistake that must not happen. */
  mutationAsQuery: number;
  /** How often each kind was taken for each. */
  matrix: Record<string, Record<string, number>>;
};

export function summariseRoutes(rows: readonly RouteRow[]): RouteSummary {
  const share = (right: (row: RouteRow) => boolean): number =>
    rows.length === 0 ? 0 : Math.round((1000 * rows.filter(right).length) / rows.length) / 10;
  const matrix: RouteSummary["matrix"] = {};
  for (const { wanted, got } of rows) {
    const line = (matrix[`${wanted.intent} ${wanted.domain}`] ??= {});
    const column = `${got.intent} ${got.domain}`;
    line[column] = (line[column] ?? 0) + 1;
  }
  return {
    count: rows.length,
    domain: share(({ wanted, got }) => wanted.domain === got.domain),
    intent: share(({ wanted, got }) => wanted.intent === got.intent),
    mutationAsQuery: rows.filter(({ wanted, got }) => wanted.intent === "mutate" && got.intent === "query").length,
    matrix,
  };
}

/** The confusion matrix as text: a row for what was meant, a column for what it was taken for. */
export function formatRoutes({ count, domain, intent, mutationAsQuery, matrix }: RouteSummary): string {
  const kinds = ["mutate", "query"].flatMap((one) =>
    ["attio", "linear", "mixed", "unknown"].map((two) => `${one} ${two}`),
  );
  const used = kinds.filter((kind) => matrix[kind] !== undefined || Object.values(matrix).some((line) => kind in line));
  const lines = used.map((kind) => [kind, ...used.map((other) => String(matrix[kind]?.[other] ?? "·"))]);
  const head = ["meant \\ taken for", ...used];
  const widths = head.map((word, at) => Math.max(word.length, ...lines.map((line) => line[at]?.length ?? 0)));
  const written = [head, ...lines].map((line) =>
    line.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join("  "),
  );
  const figures = `${count} utterances: domain ${domain} %, intent ${intent} %, mutations taken for queries ${mutationAsQuery}`;
  return [...written, "", figures, ""].join("\n");
}
