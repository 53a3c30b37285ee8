import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { demoManifest } from "../src/demo/business/business-tools.ts";
import { contentHash } from "../src/plan/hash.ts";
import { withoutVolatileMetadata } from "../src/plan/plan-diff.ts";
import { createGrammarPlanner, createStubPlanner, safePlanner } from "../src/planners/index.ts";
import { plannerDigest } from "../src/planners/planner-digest.ts";
import type { Planner, SurfaceName } from "../src/ports/planner.ts";
import { createFakeClock } from "../src/testing/fake-clock.ts";

/** Hashes of the plans for a fixed set of goals, and the digest of the rules that made them. */
export type GoldenPlans = { digest: string; plans: Record<string, string> };

const file = resolve(import.meta.dirname, "../test/corpus/golden-plans.json");

const goals = [
  "Generate a purchase order from quote Q-0192",
  "What do we have in stock of BRG-6204?",
  "Email quote Q-0187 to anna@example.com",
  "Look up vendor Northwind Metals and create a purchase order from quote Q-0192",
  "Convert quote Q-0187 to a sales order",
  "How do I create a purchase order?",
  "Create a purchase order",
  "Create a task to call the printer tomorrow",
  "Сколько подшипников BRG-6204 на складе?",
  "Создай заказ поставщику по КП Q-0192",
  "Make a 3-step plan to get the time and print it",
  "fetch https://example.com/rates and summarize it",
  "say hello to the team",
  "feed the office parrot",
];
const surfaces: readonly SurfaceName[] = ["runs", "service", "structured", "determinism"];

export async function computeGoldenPlans(): Promise<GoldenPlans> {
  const plans: Record<string, string> = {};
  for (const planner of [createGrammarPlanner(), createStubPlanner()])
    for (const surface of surfaces)
      for (const goal of goals) plans[`${planner.id} ${surface}: ${goal}`] = await hashOf(planner, surface, goal);
  return { digest: plannerDigest(), plans };
}

async function hashOf(planner: Planner, surface: SurfaceName, goal: string): Promise<string> {
  const request = {
    agentId: "golden",
    goal,
    toolbox: demoManifest(),
    surface,
    now: "2025-03-30T00:30:00Z",
    zone: "UTC",
  };
  const call = { signal: new AbortController().signal, clock: createFakeClock() };
  const answer: { plan?: Parameters<typeof withoutVolatileMetadata>[0] } = JSON.parse(
    JSON.stringify(await safePlanner(planner).plan(request, call)),
  );
  const { plan, ...error } = answer;
  return contentHash(plan === undefined ? error : withoutVolatileMetadata(withoutVersion(plan)));
}

/** The version has the digest in it, which changes with every rule. */
function withoutVersion(plan: Parameters<typeof withoutVolatileMetadata>[0]): typeof plan {
  return JSON.parse(JSON.stringify(plan, (key, value: unknown) => (key === "plannerVersion" ? undefined : value)));
}

export function readGoldenPlans(): GoldenPlans {
  return JSON.parse(readFileSync(file, "utf8"));
}

/** Why the golden plans may not be replaced, or undefined. */
export function findUnversionedChange(before: GoldenPlans, now: GoldenPlans): string | undefined {
  if (before.digest !== now.digest) return undefined;
  const changed = Object.keys(now.plans).filter((key) => key in before.plans && before.plans[key] !== now.plans[key]);
  if (changed.length === 0) return undefined;
  return `plans changed, but the digest of the rules did not: ${changed.join("; ")}`;
}

if (import.meta.main) {
  const now = await computeGoldenPlans();
  const problem = process.argv.includes("--first") ? undefined : findUnversionedChange(readGoldenPlans(), now);
  if (problem !== undefined) throw new Error(problem);
  writeFileSync(file, `${JSON.stringify(now, null, 2)}\n`);
}
