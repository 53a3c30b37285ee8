import { basename } from "node:path";
import { hash } from "node:crypto";
import { scoreCase } from "../src/planners/eval/score.ts";
import { toPrediction } from "../src/planners/eval/prediction.ts";
import { logistic, type Observed, rules } from "../src/planners/grammar/rules.ts";
import { accounted, createGrammarPlanner } from "../src/planners/index.ts";
import { systemClock } from "../src/runtime/system-clock.ts";
import { readCases, toolsOf } from "./teach/curve.ts";

// Fits the weights of the stated confidence on half A of each set (by hash of the id), and shows how often plans were
// right by what was stated, with the weights in force and with the fitted ones. Large sets count for less than their size.
// npx node eval/confidence.ts <cases.jsonl[.gz]…>

type Plan = { set: string; isA: boolean; right: number; x: readonly number[] };

const names = rules.filter(({ of }) => of === "confidence").map(({ id }) => id);
const inForce = rules.filter(({ of }) => of === "confidence").map(({ weight }) => weight);
const ridge: number = 1;
const shrinkSets = 0.1;
const rounds = 30;

async function plansOf(file: string): Promise<Plan[]> {
  let signs: Observed = {};
  const planner = accounted(createGrammarPlanner([], { observe: (seen) => (signs = seen) }));
  const call = { signal: new AbortController().signal, clock: systemClock };
  const plans: Plan[] = [];
  for (const one of readCases(file)) {
    const { id, query: goal, now = "2026-03-04T10:00:00Z", zone = "UTC", history = [] } = one;
    const request = { agentId: "eval", goal, toolbox: toolsOf(one), surface: "calls" as const, now, zone, history };
    signs = {};
    const prediction = toPrediction(id, await planner.plan({ ...request, account: "report" }, call));
    if (prediction.outcome !== "plan" || signs["confidence.bias"] === undefined) continue;
    const isA = (Buffer.from(hash("sha256", id, "buffer"))[0] ?? 0) % 2 === 0;
    const x = names.map((name) => signs[name] ?? 0);
    plans.push({ set: basename(file).split(".")[0] ?? file, isA, right: Number(scoreCase(one, prediction).right), x });
  }
  return plans;
}

function stated({ x }: Plan, weights: readonly number[]): number {
  return Math.round(1000 * logistic(x.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0))) / 1000;
}

/** Logistic regression by Newton's method; the first weight is the bias, which is not held down. */
function fit(plans: readonly Plan[]): number[] {
  const sets = Map.groupBy(plans, ({ set }) => set);
  let weights: number[] = names.map(() => 0);
  for (let round = 0; round < rounds; round += 1) {
    const gradient = weights.map((weight, at) => (at === 0 ? 0 : ridge * weight));
    const curve = weights.map((_, row) => weights.map((__, at) => (row === at && at > 0 ? ridge : 0)));
    for (const plan of plans) {
      const share = (plans.length / sets.size / (sets.get(plan.set)?.length ?? 1)) ** shrinkSets;
      const p = logistic(plan.x.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0));
      for (const [row, value] of plan.x.entries()) {
        gradient[row] = (gradient[row] ?? 0) + share * (p - plan.right) * value;
        const line = curve[row] ?? [];
        for (const [at, other] of plan.x.entries()) line[at] = (line[at] ?? 0) + share * p * (1 - p) * value * other;
      }
    }
    const step = solve(curve, gradient);
    weights = weights.map((weight, at) => weight - (step[at] ?? 0));
  }
  return weights.map((weight) => Math.round(100 * weight) / 100);
}

/** Gaussian elimination; the matrix is symmetric and positive, so no pivot is looked for. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0]);
  for (const [at, pivot] of rows.entries())
    for (const [below, row] of rows.entries()) {
      if (below === at) continue;
      const by = (row[at] ?? 0) / (pivot[at] ?? 1);
      for (const [column, value] of pivot.entries()) row[column] = (row[column] ?? 0) - by * value;
    }
  return rows.map((row, at) => (row.at(-1) ?? 0) / (row[at] ?? 1));
}

function report(title: string, plans: readonly Plan[], weights: readonly number[]): void {
  const rated = plans.map((plan) => ({ ...plan, p: stated(plan, weights) }));
  const bins = [...Map.groupBy(rated, ({ p }) => Math.min(8, Math.floor(10 * p)))].toSorted(([a], [b]) => a - b);
  const total = (list: typeof rated, of: "p" | "right"): number => list.reduce((sum, plan) => sum + plan[of], 0);
  const gap = bins.reduce((sum, [, list]) => sum + Math.abs(total(list, "p") - total(list, "right")), 0) / rated.length;
  console.log(`${title}: ${rated.length} plans, mean gap ${gap.toFixed(3)}`);
  console.log(
    bins
      .map(([bin, list]) => `0.${bin}: ${(total(list, "right") / list.length).toFixed(2)} of ${list.length}`)
      .join(", "),
  );
  for (const [set, list] of Map.groupBy(
    rated.filter(({ p }) => p >= 0.8),
    (plan) => plan.set,
  ))
    console.log(`  from 0.8 on, ${set}: ${total(list, "right")} of ${list.length}`);
}

const plans = (await Promise.all(process.argv.slice(2).map(plansOf))).flat();
const fitted = fit(plans.filter(({ isA }) => isA));
console.log(names.map((name, at) => `${name} ${inForce[at]} fitted ${fitted[at]}`).join("\n"));
for (const [title, weights] of [
  ["in force", inForce],
  ["fitted", fitted],
] as const) {
  report(
    `A, ${title}`,
    plans.filter(({ isA }) => isA),
    weights,
  );
  report(
    `B, ${title}`,
    plans.filter(({ isA }) => !isA),
    weights,
  );
  report(`all, ${title}`, plans, weights);
}
