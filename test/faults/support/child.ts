import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Job } from "../../../src/ports/engine.ts";
import { type Run, hasEnded } from "../../../src/ports/run.ts";
import type { Verbs } from "../../../src/ports/verbs.ts";
import { createRuns, type Runs } from "../../../src/runs/runs.ts";
import { runQueue } from "../../../src/runs/run-queue.ts";
import { createEmbeddedEngine } from "../../../src/engine/embedded/engine.ts";
import { createTimeIds } from "../../../src/runtime/time-ids.ts";
import { openDatabase } from "../../../src/store/sqlite/database.ts";
import { createFileLock } from "../../../src/store/sqlite/file-lock.ts";
import { createSqliteStore } from "../../../src/store/sqlite/store.ts";
import { createCrashPoints, errorsOnly as log } from "../../support/crash-points.ts";
import { createFastClock } from "./fast-clock.ts";
import { faultPlan } from "./fault-plan.ts";
import { createFaultVerbs } from "./fault-verbs.ts";
import { openOutside, type OutsideFile } from "./outside-file.ts";

// A process that executes `count` runs in `folder` and dies at its `dieAt`-th crash point, if it gets that far.
const [folder = "", count = "1", dieAt = "0", origin = "0"] = process.argv.slice(2);
const tenant = "acme";
const doom = createCrashPoints(Number(dieAt));

const outside = openOutside(join(folder, "outside.jsonl"));
const clock = createFastClock(50, Number(origin));
const store = doom.wrapStore(createSqliteStore(openDatabase({ path: join(folder, "planwright.db") })));
const verbs: Verbs = createFaultVerbs(outside, doom.point);
const expect = (job: Job): void => engine.anticipate?.(job);
const runs = createRuns({ store, verbs, clock, ids: createTimeIds(clock), log, parallel: 3, anticipate: expect });
const engine = createEmbeddedEngine({ jobs: store.jobs, lock: createFileLock(join(folder, "lock")), clock, log });
await engine.start({ [runQueue]: runs.handler });
await Promise.all(Array.from({ length: Number(count) }, (_, at) => carryOut(runs, at)));
await engine.stop();
await store.close();
console.log(doom.points());

async function carryOut(all: Runs, at: number): Promise<Run> {
  const runId = await begin(all, at);
  for (;;) {
    const run = await all.settled({ tenant, runId });
    if (run !== undefined && hasEnded(run)) return run;
    await operate(all, runId, outside);
    // What was decided is executed in turns of the event loop, which looking again and again would take away.
    await nextTurn();
  }
}

/** Half of the runs are found again by their key. The others, which begin while they are being stored, by their caller. */
async function begin(all: Runs, at: number): Promise<string> {
  const caller = `faults-${at}`;
  const known = (await all.list({ tenant, limit: 1000 })).find((run) => run.caller === caller);
  if (known !== undefined && at % 2 === 1) return known.id;
  const key = at % 2 === 0 ? { idempotencyKey: caller } : {};
  const made = await all.create({ tenant, caller, plan: faultPlan, ...key });
  if (!made.ok) throw new Error(JSON.stringify(made.issues));
  return made.value.id;
}

/** The operator looks into the outside world and says what is there. */
async function operate(all: Runs, runId: string, world: OutsideFile): Promise<void> {
  for (const wait of (await all.waits(tenant)).filter((one) => one.runId === runId)) {
    const key = wait.effectKey ?? "";
    const choice = world.has(key)
      ? ({ choice: "done", output: { verb: "blind", key } } as const)
      : ({ choice: "resend" } as const);
    await all.decide({ tenant, waitId: wait.id }, choice, "operator");
  }
}
