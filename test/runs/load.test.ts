import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openRuns } from "../../src/runtime/runs.ts";
import { systemClock } from "../../src/runtime/system-clock.ts";
import { createFakeVerbs } from "../../src/testing/fake-verbs.ts";
import { createMemoryLog } from "../../src/testing/memory-log.ts";
import { planOf, tenant } from "../support/runs-world.ts";

const steps = Array.from({ length: 20 }, (_, at) => ({
  id: `s${at}`,
  kind: "tool",
  tool: "step",
  args: { at },
  dependsOn: at < 2 ? [] : [`s${at - 2}`],
}));

describe("1,000 runs of 20 steps at once", () => {
  it("all finish within the concurrency limit, in bounded memory", async () => {
    const folder = mkdtempSync(join(tmpdir(), "planwright-load-"));
    let inFlight = 0;
    let most = 0;
    const step = {
      async run() {
        most = Math.max(most, (inFlight += 1));
        await new Promise((resolve) => setImmediate(resolve));
        inFlight -= 1;
        return { ok: true };
      },
    };
    const verbs = createFakeVerbs({ step });
    const open = openRuns({ folder, verbs, clock: systemClock, log: createMemoryLog(), concurrency: 64, parallel: 2 });
    await open.start();
    const before = process.memoryUsage().heapUsed;
    const plan = planOf(steps);
    const ended = await Promise.all(
      Array.from({ length: 1000 }, async () => {
        const made = await open.runs.create({ tenant, caller: "load", plan });
        if (!made.ok) throw new Error("not created");
        const run = await open.runs.settled({ tenant, runId: made.value.id });
        verbs.calls.length = 0;
        return run?.status;
      }),
    );
    expect(new Set(ended)).toEqual(new Set(["completed"]));
    expect(most).toBeLessThanOrEqual(128);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(300 * 1024 * 1024);
    await open.stop();
    rmSync(folder, { recursive: true });
  }, 120_000);
});
