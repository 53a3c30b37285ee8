import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import type { Plan } from "../../src/plan/plan.ts";
import { FakeFailure, type FakeVerb } from "../../src/testing/fake-verbs.ts";
import { type Figure, figure } from "../figure.ts";
import { quantile, timed } from "../measure.ts";
import { openOurs, tenant } from "./ours.ts";
import { chainPlan, widePlan } from "./plans.ts";

/** From the answer of one step to the call of the next: decide, write, sync. */
export async function stepLatency(folder: string, steps: "read" | "write"): Promise<Figure[]> {
  const calls: number[] = [];
  const step: FakeVerb = {
    effect: steps === "read" ? "read" : "additive",
    run() {
      calls.push(performance.now());
      return { n: 1 };
    },
  };
  const ours = openOurs(mkdtempSync(join(folder, "latency-")), { step });
  await ours.start();
  for (let turn = 0; turn < 20; turn += 1) await ours.run(chainPlan(50));
  await ours.stop();
  const gaps = calls.slice(1).map((at, index) => at - (calls[index] ?? at));
  const inside = gaps.filter((_, index) => (index + 1) % 50 !== 0).slice(100);
  const table = "From the answer of one step to the call of the next";
  const said = { table, name: `steps that ${steps}`, unit: "ms", better: "lower" } as const;
  return [figure({ ...said, what: "p50" }, inside), figure({ ...said, what: "p99" }, quantile(inside, 0.99))];
}

/** Time per step as a plan grows; it stays about the same where the cost is linear. */
export async function growth(folder: string, sizes: readonly number[]): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const steps of sizes) {
    const ours = openOurs(mkdtempSync(join(folder, "growth-")));
    await ours.start();
    const plan = widePlan(steps);
    const times: number[] = [];
    for (let turn = 0; turn < 3; turn += 1) times.push(await timed(() => ours.run(plan)));
    await ours.stop();
    const said = { table: "A run as its plan grows", name: `${steps} steps`, better: "lower" } as const;
    figures.push(
      figure({ ...said, what: "the run", unit: "ms" }, times),
      figure(
        { ...said, what: "a step", unit: "µs" },
        times.map((ms) => (ms * 1000) / steps),
      ),
    );
  }
  return figures;
}

/** A new process takes over a run with a long journal that waits for a person. */
export async function resume(folder: string, sizes: readonly number[]): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const steps of sizes) {
    const own = mkdtempSync(join(folder, "resume-"));
    const before = openOurs(own, { last: { run: () => Promise.reject(new FakeFailure("tool_failed")) } });
    await before.start();
    const runId = await before.run(waitingPlan(steps));
    await before.stop();
    const after = openOurs(own, { last: { run: () => ({ n: 1 }) } });
    await after.start();
    const [wait] = await after.runs.waits(tenant);
    const ms = await timed(async () => {
      await after.runs.decide({ tenant, waitId: wait?.id ?? "" }, { choice: "retry" }, "bench");
      const run = await after.runs.settled({ tenant, runId });
      if (run?.status !== "completed") throw new Error(`the run is ${run?.status}`);
    });
    await after.stop();
    const table = "From a decision to the end of a run, taken up by a new process";
    figures.push(figure({ table, name: `${steps} journal rows`, what: "time", unit: "ms", better: "lower" }, ms));
  }
  return figures;
}

function waitingPlan(steps: number): Plan {
  const wide = widePlan(steps);
  const last = { id: "last", kind: "tool", tool: "last", args: {}, dependsOn: wide.steps.map(({ id }) => id) } as const;
  return { ...wide, steps: [...wide.steps, { ...last, onError: "abort", retries: 0, escalate: true }] };
}
