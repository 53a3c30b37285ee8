import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { comeToRest, createCrashingDrafts, happen, wrongIn } from "./support/crashing-drafts.ts";
import { scripts } from "./support/script.ts";

describe("interleavings", () => {
  it("10,000 of messages, taps, duplicates, replays, expiries, edits, restarts and second users: no write without a licence", async () => {
    await fc.assert(
      fc.asyncProperty(scripts, async (script) => {
        const world = createCrashingDrafts();
        await world.boot();
        for (const happening of script) await happen(world, happening);
        await comeToRest(world);
        expect(await wrongIn(world)).toEqual([]);
      }),
      { seed: 20250115, numRuns: 10_000 },
    );
  }, 240_000);
});
