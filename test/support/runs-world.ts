import { Plan } from "../../src/plan/plan.ts";
import { createRuns, type Runs, type RunsParts } from "../../src/runs/runs.ts";
import { bufferQueue } from "../../src/runs/subscriptions.ts";
import { runQueue } from "../../src/runs/run-queue.ts";
import type { Engine, Handler, Job, Lease } from "../../src/ports/engine.ts";
import type { Run } from "../../src/ports/run.ts";
import type { Store } from "../../src/ports/store.ts";
import { createFakeClock, type FakeClock } from "../../src/testing/fake-clock.ts";
import { createFakeIds } from "../../src/testing/fake-ids.ts";
import { createFakeVerbs, type FakeVerb, type FakeVerbs } from "../../src/testing/fake-verbs.ts";
import { createMemoryLog } from "../../src/testing/memory-log.ts";
import { createTestEngine, openTestStore, runEventLoop } from "./test-store.ts";

export { createTestEngine, freeLock, openTestStore } from "./test-store.ts";

export const tenant = "acme";

/** Everything a run needs, with fake verbs and a fake clock. */
export type RunsWorld = {
  runs: Runs;
  store: Store;
  engine: Engine;
  verbs: FakeVerbs;
  clock: FakeClock;
  log: ReturnType<typeof createMemoryLog>;
  /** Creates a run and lets it settle. */
  run(steps: readonly unknown[], plan?: Record<string, unknown>): Promise<Run>;
  create(steps: readonly unknown[], plan?: Record<string, unknown>): Promise<Run>;
  /** Runs all work that is due now. */
  settle(): Promise<void>;
};

/** Builds a plan from steps; fields with defaults are optional. */
export function planOf(steps: readonly unknown[], plan: Record<string, unknown> = {}): Plan {
  return Plan.parse({ steps, ...plan });
}

export async function openRunsWorld(
  verbs: Record<string, FakeVerb> = {},
  given: Partial<Pick<RunsWorld, "store" | "clock">> &
    Pick<RunsParts, "currentPolicy" | "childPlans"> &
    Pick<Lease, "guard"> = {},
): Promise<RunsWorld> {
  const clock = given.clock ?? createFakeClock();
  const { store } = given.store === undefined ? await openTestStore() : { store: given.store };
  const log = createMemoryLog();
  const fakes = createFakeVerbs(verbs);
  const currentPolicy = given.currentPolicy === undefined ? {} : { currentPolicy: given.currentPolicy };
  const expect = (job: Job): void => engine.anticipate?.(job);
  const runs = createRuns({
    store,
    verbs: fakes,
    clock,
    ids: createFakeIds("run"),
    log,
    anticipate: expect,
    ...currentPolicy,
    ...(given.childPlans !== undefined && { childPlans: given.childPlans }),
  });
  const engine = createTestEngine({ jobs: store.jobs, clock, log });
  const { guard } = given;
  const handler: Handler = (lease) => runs.handler(guard === undefined ? lease : { ...lease, guard });
  await engine.start({ [runQueue]: handler, [bufferQueue]: runs.bufferHandler });
  const create = async (steps: readonly unknown[], plan?: Record<string, unknown>): Promise<Run> => {
    const created = await runs.create({ tenant, caller: "test", plan: planOf(steps, plan) });
    if (!created.ok) throw new Error(JSON.stringify(created.issues));
    return created.value;
  };
  return {
    runs,
    store,
    engine,
    verbs: fakes,
    clock,
    log,
    create,
    async run(steps, plan) {
      const { id } = await create(steps, plan);
      await quiet();
      return (await store.run(tenant, id)) ?? Promise.reject(new Error("no run"));
    },
    settle: quiet,
  };
}

/** Enough event loop turns for any test run to settle. */
export function quiet(): Promise<void> {
  return runEventLoop(200);
}
