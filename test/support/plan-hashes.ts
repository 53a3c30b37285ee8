// Runs as a separate process: plans the same goals repeatedly and prints one hash of all plans. Equal plans print equal
// bytes.
import { hash } from "node:crypto";
import { canonicalText } from "../../src/plan/canonical.ts";
import { createGrammarPlanner, createStubPlanner, safePlanner } from "../../src/planners/index.ts";
import type { Planner, PlannerRequest } from "../../src/ports/planner.ts";
import { createFakeClock } from "../../src/testing/fake-clock.ts";
import { demoManifest } from "../../src/demo/business/business-tools.ts";

const repeats = Number(process.argv[2] ?? 1000);
const goals = [
  "Generate a purchase order from quote Q-0192",
  "what do we have in stock of BRG-6204?",
  "Сколько подшипников у нас на складе?",
  "email quote Q-0187 to anna@example.com tomorrow at 9:30",
  "list sent quotes and look up vendor Northwind Metals",
  "İstanbul ile ilgili bir şey, 1.234,56",
  "a 3-step plan: say hello, then use get_time",
  "fetch https://example.com/a?b=1 and summarize",
];
const surfaces = ["runs", "service", "structured", "determinism"] as const;
const makers = [createGrammarPlanner, createStubPlanner];

/** `cold`: a new planner for every goal; `warm`: one for all. */
async function run(cold: boolean, parallel: number): Promise<string> {
  const prints = new Set<string>();
  for (const make of makers) {
    const shared = safePlanner(make());
    const rounds = Math.ceil(repeats / makers.length / goals.length);
    const asked = Array.from({ length: rounds }, () => goals).flat();
    for (let at = 0; at < asked.length; at += parallel) {
      const batch = asked.slice(at, at + parallel);
      const texts = await Promise.all(
        batch.map((goal, offset) =>
          plan(cold ? safePlanner(make()) : shared, goal, Math.floor((at + offset) / goals.length)),
        ),
      );
      for (const text of texts) prints.add(text);
    }
  }
  return `${prints.size} ${hash("sha256", [...prints].toSorted().join("\n"))}`;
}

async function plan(planner: Planner, goal: string, round: number): Promise<string> {
  const surface = surfaces[round % surfaces.length] ?? "runs";
  const request: PlannerRequest = {
    agentId: "bytes",
    goal,
    toolbox: demoManifest(),
    surface,
    now: "2025-03-30T00:30:00Z",
    zone: "Europe/Berlin",
  };
  const answer = await planner.plan(request, { signal: new AbortController().signal, clock: createFakeClock() });
  return canonicalText([planner.id, surface, goal, JSON.parse(JSON.stringify(answer))]);
}

for (const [cold, parallel] of [
  [true, 1],
  [false, 1],
  [true, 8],
  [false, 8],
] as const) {
  console.log(await run(cold, parallel));
}
