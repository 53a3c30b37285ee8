import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DraftRules } from "../../src/drafts/gate/rules.ts";
import { comeToRest, createCrashingDrafts, happen, wrongIn } from "./support/crashing-drafts.ts";
import { anna, boris } from "./support/drafts-world.ts";
import { scripts } from "./support/script.ts";

async function hold(rules: Partial<DraftRules>, numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(scripts, async (script) => {
      const world = createCrashingDrafts({ rules });
      await world.boot();
      for (const happening of script) await happen(world, happening);
      await comeToRest(world);
      expect(await wrongIn(world)).toEqual([]);
    }),
    { seed: 20250115, numRuns },
  );
}

describe("interleavings", () => {
  it("10,000 of messages, taps, duplicates, replays, expiries, edits, restarts and second users: no write without a licence", async () => {
    await hold({}, 10_000);
  }, 240_000);

  it.each([
    ["either of two may apply", { approvers: [anna.id, boris.id] }],
    ["both must", { approvers: [anna.id, boris.id], quorum: 2 }],
    ["nobody may apply their own", { approvers: [anna.id, boris.id], selfApproval: false }],
  ])(
    "the same where %s",
    async (_, rules) => {
      await hold(rules, 500);
    },
    60_000,
  );
});
