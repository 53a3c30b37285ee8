import type { Score } from "./score.ts";

type Summary = {
  set: string;
  category: string;
  cases: number;
  /** Percent. */
  outcome: number;
  tools: number;
  right: number;
  p50Ms: number;
  p99Ms: number;
};

/** One row a set and category, a row for each set with several, and one for all. */
export function summarise(scores: readonly Score[]): Summary[] {
  const sets = Map.groupBy(scores, ({ set }) => set);
  const rows = [...sets].flatMap(([set, ofSet]) => {
    const categories = [...Map.groupBy(ofSet, ({ category }) => category)];
    const parts = categories.map(([category, rows]) => row(set, category, rows));
    return categories.length > 1 ? [...parts, row(set, "all", ofSet)] : parts;
  });
  return sets.size > 1 ? [...rows, row("all", "all", scores)] : rows;
}

function row(set: string, category: string, scores: readonly Score[]): Summary {
  const percent = (hit: (score: Score) => boolean): number =>
    scores.length === 0 ? 0 : (100 * scores.filter(hit).length) / scores.length;
  const times = scores.flatMap(({ ms }) => ms ?? []).toSorted((a, b) => a - b);
  return {
    set,
    category,
    cases: scores.length,
    outcome: percent((score) => score.outcome),
    tools: percent((score) => score.tools),
    right: percent((score) => score.right),
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
  };
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

export function formatSummary(rows: readonly Summary[]): string {
  const head = ["set", "category", "cases", "outcome", "tools", "right", "p50 ms", "p99 ms"];
  const body = rows.map((one) => [
    one.set,
    one.category,
    String(one.cases),
    ...[one.outcome, one.tools, one.right].map((share) => `${share.toFixed(1)}%`),
    ...[one.p50Ms, one.p99Ms].map((ms) => ms.toFixed(2)),
  ]);
  const widths = head.map((title, at) => Math.max(title.length, ...body.map((cells) => cells[at]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, at) => (at < 2 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join("  ")
      .trimEnd();
  return `${[line(head), line(widths.map((width) => "-".repeat(width))), ...body.map(line)].join("\n")}\n`;
}
