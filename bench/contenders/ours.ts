import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import type { Plan } from "../../src/plan/plan.ts";
import { openRuns, type OpenRuns } from "../../src/runtime/runs.ts";
import { systemClock } from "../../src/runtime/system-clock.ts";
import { type FakeVerb, createFakeVerbs } from "../../src/testing/fake-verbs.ts";
import { chainPlan, fanPlan } from "./plans.ts";
import { chainLength, type Contender, fanWidth } from "./contender.ts";

export const tenant = "bench";
const quiet = (): void => undefined;

/** The durable runs of this package on their SQLite store, or the database of `env`; what is called does nothing, so the engine is what is timed. */
export function openOurs(
  folder: string,
  verbs: Record<string, FakeVerb> = {},
  env: Record<string, string> = {},
): OpenRuns & { run(plan: Plan): Promise<string> } {
  const step: FakeVerb = { run: ({ n }) => ({ n: Number(n ?? 0) + 1 }) };
  const fakes = createFakeVerbs({ step, ...verbs });
  const log = { debug: quiet, info: quiet, warn: console.warn, error: console.error };
  const open = openRuns({ folder, env, verbs: fakes, clock: systemClock, log, parallel: 64 });
  return {
    ...open,
    async run(plan) {
      const made = await open.runs.create({ tenant, caller: "bench", plan });
      if (!made.ok) throw new Error(JSON.stringify(made.issues));
      const run = await open.runs.settled({ tenant, runId: made.value.id });
      fakes.calls.length = 0;
      if (run?.status === "failed" || run === undefined) throw new Error("the run failed");
      return made.value.id;
    },
  };
}

/** Read steps do not wait for the disk; write steps are recorded as effects, and each waits for the previous commit. */
export async function openPlanwright(
  folder: string,
  steps: "read" | "write",
  env: Record<string, string> = {},
): Promise<Contender> {
  const write: FakeVerb = { effect: "additive", run: ({ n }) => ({ n: Number(n ?? 0) + 1 }) };
  const ours = openOurs(mkdtempSync(join(folder, `${steps}-`)), steps === "write" ? { step: write } : {}, env);
  await ours.start();
  const [chain, fan] = [chainPlan(chainLength), fanPlan(fanWidth)];
  return {
    name: `Planwright, steps that ${steps}`,
    chain: async () => void (await ours.run(chain)),
    fan: async () => void (await ours.run(fan)),
    close: () => ours.stop(),
  };
}
