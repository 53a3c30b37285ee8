import { setImmediate as nextTurn } from "node:timers/promises";
import { createEmbeddedEngine } from "../../../src/engine/embedded/engine.ts";
import type { Job } from "../../../src/ports/engine.ts";
import type { Store } from "../../../src/ports/store.ts";
import { followUpQueue } from "../../../src/runs/follow-up-handler.ts";
import { createRuns, type Runs, type RunsParts } from "../../../src/runs/runs.ts";
import { bufferQueue } from "../../../src/runs/subscriptions.ts";
import { runQueue } from "../../../src/runs/run-queue.ts";
import { createFakeClock } from "../../../src/testing/fake-clock.ts";
import { createFakeIds } from "../../../src/testing/fake-ids.ts";
import { createMemoryLog } from "../../../src/testing/memory-log.ts";
import { createMemoryStore } from "../../../src/testing/memory-store/store.ts";
import { freeLock } from "../../support/runs-world.ts";
import { createLossyOutside, type ProcessLife } from "./lossy-outside.ts";

/** A world whose process can die at any moment, over a store and an outside that stay. */
export function createCrashingWorld(parallel: number, more: Pick<RunsParts, "followUp" | "notifyOfWait"> = {}) {
  const store = createMemoryStore();
  const clock = createFakeClock();
  const ids = createFakeIds("run");
  const log = createMemoryLog();
  const outside = createLossyOutside();
  let life: ProcessLife = { alive: true };
  let runs: Runs;
  const boot = async (): Promise<void> => {
    life = { alive: true };
    const seen = mortal(store, life);
    const engine = createEmbeddedEngine({ jobs: seen.jobs, lock: freeLock(), clock, log });
    const expect = (job: Job): void => engine.anticipate?.(job);
    runs = createRuns({
      store: seen,
      verbs: outside.verbs(life),
      clock,
      ids,
      log,
      parallel,
      anticipate: expect,
      ...more,
    });
    await engine.start({
      [runQueue]: runs.handler,
      [followUpQueue]: runs.followUpHandler,
      [bufferQueue]: runs.bufferHandler,
    });
  };
  return {
    store,
    clock,
    outside,
    boot,
    runs: () => runs,
    async crash(arrives: boolean): Promise<void> {
      life.alive = false;
      outside.forget(arrives);
      await boot();
    },
    /** All that can happen without time or the outside has happened after a turn or two: only promises are waited for. */
    async quiet(): Promise<void> {
      await nextTurn();
      await nextTurn();
    },
  };
}
export type CrashingWorld = ReturnType<typeof createCrashingWorld>;

/** The store as a process sees it: once dead it writes nothing and hears of nothing. */
export function mortal(store: Store, life: ProcessLife): Store {
  return {
    ...store,
    write: (change) =>
      store.write((tx) => {
        if (!life.alive) throw new Error("the process is dead");
        change(tx);
      }),
    jobs: { ...store.jobs, watch: (call) => store.jobs.watch((job) => (life.alive ? call(job) : undefined)) },
  };
}
