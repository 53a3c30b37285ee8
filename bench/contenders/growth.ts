import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import type { Plan } from "../../src/plan/plan.ts";
import { FakeFailure, type FakeVerb } from "../../src/testing/fake-verbs.ts";
import { quantile, round, type Section } from "../measure.ts";
import { openOurs, tenant } from "./ours.ts";
import { chainPlan, widePlan } from "./plans.ts";

const sizes = [10, 100, 1_000, 10_000];

/** From the answer of one step to the call of the next: decide, write, sync. */
export async function stepLatency(folder: string, steps: "read" | "write"): Promise<Section> {
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
  const ms = (part: number): number => round(quantile(inside, part));
  return { title: `One step that ${steps}s after another`, rows: [{ "p50 ms": ms(0.5), "p99 ms": ms(0.99) }] };
}

/** Time a step as a plan grows; near linear means that it stays about the same. */
export async function growth(folder: string): Promise<Section> {
  const rows = [];
  for (const steps of sizes) {
    const ours = openOurs(mkdtempSync(join(folder, "growth-")));
    await ours.start();
    const plan = widePlan(steps);
    const times: number[] = [];
    for (let turn = 0; turn < 3; turn += 1) times.push(await time(() => ours.run(plan)));
    await ours.stop();
    const ms = quantile(times, 0.5);
    rows.push({ steps, ms: round(ms), "µs a step": round((ms * 1000) / steps) });
  }
  return { title: "Growth: steps in a plan", rows };
}

/** A run that waits for a person with its journal full, taken up by a process that knows nothing of it. */
export async function resume(folder: string): Promise<Section> {
  const rows = [];
  for (const steps of sizes) {
    const own = mkdtempSync(join(folder, "resume-"));
    const before = openOurs(own, { last: { run: () => Promise.reject(new FakeFailure("tool_failed")) } });
    await before.start();
    const runId = await before.run(waitingPlan(steps));
    await before.stop();
    const after = openOurs(own, { last: { run: () => ({ n: 1 }) } });
    await after.start();
    const [wait] = await after.runs.waits(tenant);
    const ms = await time(async () => {
      await after.runs.decide({ tenant, waitId: wait?.id ?? "" }, { choice: "retry" }, "bench");
      const run = await after.runs.settled({ tenant, runId });
      if (run?.status !== "completed") throw new Error(`the run is ${run?.status}`);
    });
    await after.stop();
    rows.push({ "journal rows": steps, ms: round(ms), "µs a row": round((ms * 1000) / steps) });
  }
  return { title: "Resume: from a decision to the end of the run", rows };
}

function waitingPlan(steps: number): Plan {
  const wide = widePlan(steps);
  const last = { id: "last", kind: "tool", tool: "last", args: {}, dependsOn: wide.steps.map(({ id }) => id) } as const;
  return { ...wide, steps: [...wide.steps, { ...last, onError: "abort", retries: 0, escalate: true }] };
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
