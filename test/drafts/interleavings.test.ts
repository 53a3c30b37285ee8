import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CrashingDrafts, createCrashingDrafts } from "./support/crashing-drafts.ts";
import { scripts } from "./support/script.ts";

/** From here on all goes well, until nothing is under way any more. */
async function comeToRest(world: CrashingDrafts): Promise<void> {
  world.studio.fates.length = 0;
  for (let round = 0; round < 50; round += 1) {
    const views = await world.refresh();
    if (views.every(({ next }) => next.do !== "wait" && next.do !== "settle")) return;
    await world.operate();
    world.clock.advance(61_000);
    await world.quiet();
  }
  throw new Error("a Draft is being applied for ever");
}

async function wrongIn(world: CrashingDrafts): Promise<string[]> {
  const wrong = world.licences.unlicensed.map(({ verb, key }) => `${verb} ${key} without a licence`);
  const made = world.studio.deeds.filter(({ verb }) => verb !== "update_deal").map(({ key }) => key);
  if (new Set(made).size !== made.length) wrong.push(`made twice: ${made.join(", ")}`);
  for (const { draft } of await world.refresh())
    for (const { action, outcome } of draft.actions) {
      const isClaimed = outcome.status === "SUCCEEDED" && action.tool_slug !== "update_deal";
      if (isClaimed && !world.studio.has(action.idempotency_scope)) wrong.push(`${action.preview} never happened`);
    }
  return [...wrong, ...world.errors().map(({ message, fields }) => `${message} ${JSON.stringify(fields)}`)];
}

describe("interleavings", () => {
  it("10,000 of messages, taps, duplicates, replays, expiries, edits, restarts and second users: no write without a licence", async () => {
    await fc.assert(
      fc.asyncProperty(scripts, async (script) => {
        const world = createCrashingDrafts();
        await world.boot();
        for (const happening of script) await world.happen(happening);
        await comeToRest(world);
        expect(await wrongIn(world)).toEqual([]);
      }),
      { seed: 20250115, numRuns: 10_000 },
    );
  }, 240_000);
});
