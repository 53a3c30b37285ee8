import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { hasEnded } from "../../src/ports/run.ts";
import { createRuns, type Runs } from "../../src/runs/runs.ts";
import { createTimeIds } from "../../src/runtime/time-ids.ts";
import { createPostgresStore } from "../../src/store/postgres/store.ts";
import { createMemoryLog } from "../../src/testing/memory-log.ts";
import { createFastClock } from "../faults/support/fast-clock.ts";
import { expectedKeys, faultPlan } from "../faults/support/fault-plan.ts";
import { createFaultVerbs } from "../faults/support/fault-verbs.ts";
import { openOutside, type OutsideFile } from "../faults/support/outside-file.ts";
import { openSchema, type TestSchema } from "../support/postgres-schema.ts";
import { postgresAbsent } from "../support/postgres-server.ts";

const tenant = "acme";
const child = join(import.meta.dirname, "support/worker-child.ts");

/** Where each worker dies, one after the other; then they live. */
const deaths = [3, 9, 17, 24, 31, 5, 12, 20, 2, 28];

describe.skipIf(postgresAbsent !== undefined)(`workers on Postgres ${postgresAbsent ?? ""}`, () => {
  let folder: string;
  let schema: TestSchema;
  const workers = new Set<ChildProcess>();
  let isOver = false;
  afterEach(async () => {
    isOver = true;
    for (const worker of workers) {
      worker.kill("SIGKILL");
      await once(worker, "close");
    }
    await schema.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it("that are killed repeatedly lose no run and repeat no effect", { timeout: 90_000 }, async () => {
    folder = mkdtempSync(join(tmpdir(), "planwright-pg-kill-"));
    schema = await openSchema();
    const origin = Date.now();
    const path = join(folder, "outside.jsonl");
    const dying = [...deaths];
    const hire = (): void => {
      if (isOver) return;
      const words = [child, schema.url, path, String(origin), String(dying.shift() ?? 0)];
      const worker = spawn(process.execPath, words, { stdio: "ignore", env: { ...process.env, NODE_OPTIONS: "" } });
      workers.add(worker);
      worker.once("close", () => (workers.delete(worker), hire()));
    };
    const clock = createFastClock(10, origin);
    const outside = openOutside(path);
    const store = createPostgresStore(schema.db);
    const verbs = createFaultVerbs(outside, () => undefined);
    const runs = createRuns({ store, verbs, clock, ids: createTimeIds(clock), log: createMemoryLog() });
    for (let at = 0; at < 3; at += 1) hire();
    const ids = await Promise.all(Array.from({ length: 9 }, () => begin(runs)));
    await allEnded(runs, outside, ids.length);
    const ended = await runs.list({ tenant, limit: 100 });
    expect(ended.map(({ status }) => status)).toEqual(ids.map(() => "completed"));
    const happened = outside.deeds().map(({ key }) => key);
    expect(happened.toSorted()).toEqual(ids.flatMap(expectedKeys).toSorted());
    expect(dying.length).toBeLessThan(deaths.length - 3);
  });
});

async function begin(runs: Runs): Promise<string> {
  const made = await runs.create({ tenant, caller: "kill", plan: faultPlan });
  if (!made.ok) throw new Error(JSON.stringify(made.issues));
  return made.value.id;
}

/** The operator looks into the outside world and says what is there, until nothing is left to do. */
async function allEnded(runs: Runs, outside: OutsideFile, count: number): Promise<void> {
  for (;;) {
    const ended = (await runs.list({ tenant, limit: 100 })).filter(hasEnded);
    if (ended.length === count) return;
    for (const { id, effectKey = "" } of await runs.waits(tenant)) {
      const output = { verb: "blind", key: effectKey };
      const choice = outside.has(effectKey) ? ({ choice: "done", output } as const) : ({ choice: "resend" } as const);
      await runs.decide({ tenant, waitId: id }, choice, "operator");
    }
    await pause(100);
  }
}
