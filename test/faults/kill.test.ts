import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deriveUnit } from "../../src/plan/derive.ts";
import { endLives, inspect, runChild } from "./support/supervise.ts";

// Real processes and real kill -9. The outside world is a file that only grows.
let root: string;
const origin = Date.now();
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "planwright-kill-"));
});
afterAll(() => {
  rmSync(root, { recursive: true });
  endLives();
});

const folder = (): string => mkdtempSync(join(root, "case-"));

/** Two at a time: what the smallest machine of our CI has cores for. */
async function inPairs<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const worker = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all([worker(), worker()]);
}

describe("kill -9", () => {
  it("at every point around a journal write, a call and its effect: the run ends correctly, each effect once", async () => {
    const { points } = await runChild({ folder: folder(), runs: 1, origin });
    expect(points).toBeGreaterThan(20);
    const wrong: string[] = [];
    await inPairs(
      Array.from({ length: points }, (_, at) => at + 1),
      async (dieAt) => {
        const own = folder();
        const first = await runChild({ folder: own, runs: 1, origin, dieAt });
        if (first.killed) await runChild({ folder: own, runs: 1, origin });
        wrong.push(...(await inspect(own, 1)).map((problem) => `killed at point ${dieAt}: ${problem}`));
      },
    );
    expect(wrong).toEqual([]);
  }, 120_000);

  it("200 times at random, also during recovery: every run ends correctly, each effect once", async () => {
    let kills = 0;
    let batch = 0;
    const wrong: string[] = [];
    await inPairs([1, 2], async (worker) => {
      while (kills < 200) {
        const own = folder();
        batch += 1;
        const seed = `kill-${worker}-${batch}`;
        for (let life = 0; ; life += 1) {
          const chance = deriveUnit(seed, life);
          // Mostly at a crash point; sometimes at any moment at all, as an operating system would.
          const how =
            life % 5 === 4 ? { killAfterMs: Math.floor(chance * 300) } : { dieAt: 1 + Math.floor(chance * 50) };
          const { killed } = await runChild({ folder: own, runs: 6, origin, ...(life < 40 ? how : {}) });
          if (!killed) break;
          kills += 1;
        }
        wrong.push(...(await inspect(own, 6)).map((problem) => `${seed}: ${problem}`));
      }
    });
    expect(wrong).toEqual([]);
    expect(kills).toBeGreaterThanOrEqual(200);
  }, 240_000);
});
