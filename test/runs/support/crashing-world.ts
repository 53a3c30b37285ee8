import { setImmediate as nextTurn } from "node:timers/promises";
import { createEmbeddedEngine } from "../../../src/engine/embedded/engine.ts";
import type { Json } from "../../../src/plan/json.ts";
import type { Store } from "../../../src/ports/store.ts";
import { createRuns, type Runs } from "../../../src/runs/runs.ts";
import { runQueue } from "../../../src/runs/run-queue.ts";
import { createFakeClock } from "../../../src/testing/fake-clock.ts";
import { createFakeIds } from "../../../src/testing/fake-ids.ts";
import { createFakeVerbs, FakeFailure, type FakeVerb } from "../../../src/testing/fake-verbs.ts";
import { createMemoryLog } from "../../../src/testing/memory-log.ts";
import { createMemoryStore } from "../../../src/testing/memory-store/store.ts";
import { freeLock } from "../../support/runs-world.ts";
import type { Answer } from "./script.ts";

type Pending = {
  key: string;
  verb: string;
  step: string;
  resolve(output: Json): void;
  reject(error: FakeFailure): void;
};
/** A process: once dead it writes nothing and calls nothing, whatever its code still does. */
type Life = { alive: boolean };

/** A world whose process can die at any moment, over a store and an outside that stay. */
export function createCrashingWorld(parallel: number) {
  const store = createMemoryStore();
  const clock = createFakeClock();
  const ids = createFakeIds("run");
  const log = createMemoryLog();
  const deeds: string[] = [];
  const called: string[] = [];
  let pending: Pending[] = [];
  let mostAtOnce = 0;
  let life: Life = { alive: true };
  let runs: Runs;

  const has = (key: string): boolean => deeds.includes(key);
  const act = ({ key, verb }: Pending): void => {
    if (key !== "" && !(verb === "keyed" && has(key))) deeds.push(key);
  };
  const verbOf = (name: string, own: Life, more: Partial<FakeVerb> = {}): FakeVerb => ({
    run: (_, { signal, effectKey: key = "", call }) =>
      new Promise<Json>((resolve, reject) => {
        if (!own.alive) return;
        const one = { key, verb: name, step: call.request_id.split(":")[2] ?? "", resolve, reject };
        called.push(one.step);
        pending.push(one);
        mostAtOnce = Math.max(mostAtOnce, pending.length);
        signal.addEventListener("abort", () => {
          pending = pending.filter((other) => other !== one);
          reject(new FakeFailure("canceled"));
        });
      }),
    ...more,
  });
  const writes = { effect: "additive", retryClass: "never" } as const;
  const verbsFor = (own: Life) =>
    createFakeVerbs({
      read: verbOf("read", own),
      readable: verbOf("readable", own, {
        ...writes,
        readBack: ({ key }) => (has(key) ? { state: "done", output: key } : { state: "absent" }),
      }),
      keyed: verbOf("keyed", own, { ...writes, retryClass: "keyed" }),
      blind: verbOf("blind", own, writes),
    });

  const boot = async (): Promise<void> => {
    life = { alive: true };
    const seen = mortal(store, life);
    runs = createRuns({ store: seen, verbs: verbsFor(life), clock, ids, log, parallel });
    const engine = createEmbeddedEngine({ jobs: seen.jobs, lock: freeLock(), clock, log });
    await engine.start({ [runQueue]: runs.handler });
  };
  return {
    store,
    clock,
    deeds,
    called,
    has,
    boot,
    pending: () => pending,
    mostAtOnce: () => mostAtOnce,
    runs: () => runs,
    answer(at: number, how: Answer): void {
      const one = pending[at % Math.max(1, pending.length)];
      if (one === undefined) return;
      pending = pending.filter((other) => other !== one);
      if (how === "ok" || how === "lost_after") act(one);
      if (how === "ok") one.resolve(one.key);
      else one.reject(new FakeFailure(how === "fail" ? "tool_failed" : "timeout"));
    },
    /** Calls under way may have arrived or not; nobody hears of it. */
    async crash(arrives: boolean): Promise<void> {
      life.alive = false;
      if (arrives) for (const one of pending) act(one);
      pending = [];
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

function mortal(store: Store, life: Life): Store {
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
