import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Store } from "../../src/ports/store.ts";
import { createSqliteStore } from "../../src/store/sqlite/store.ts";
import { openDatabase } from "../../src/store/sqlite/database.ts";
import { createFakeClock } from "../../src/testing/fake-clock.ts";
import { createMemoryStore } from "../../src/testing/memory-store/store.ts";
import { comeToRest, createCrashingDrafts, happen, wrongIn } from "./support/crashing-drafts.ts";
import { about, createCountedIds, drafted, type DraftsWorld, openDraftsWorld, tenant } from "./support/drafts-world.ts";
import { issue, pause, planOf } from "./support/plans.ts";
import { scripts } from "./support/script.ts";
import { createStudio, type ProcessLife, type Studio } from "./support/studio.ts";

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "planwright-drafts-"));
});
afterAll(() => rmSync(root, { recursive: true }));

/** Dies at the point of this number, counted over transactions and calls, before or after each. */
type CrashTimer = { points: number; dieAt: number; life: ProcessLife };

function point(fuse: CrashTimer): void {
  fuse.points += 1;
  if (fuse.points === fuse.dieAt) fuse.life.alive = false;
}

/** A process that is dead waits for ever: its caller is gone too. */
const gone = new Promise<never>(() => undefined);

function dying(store: Store, fuse: CrashTimer): Store {
  return {
    ...store,
    async write(change) {
      point(fuse);
      if (!fuse.life.alive) return gone;
      await store.write(change);
      point(fuse);
      return fuse.life.alive ? undefined : gone;
    },
  };
}

/** The studio's calls die before the write, after it, or before the answer is taken. */
function dyingStudio(studio: Studio, fuse: CrashTimer): Studio {
  return {
    ...studio,
    verbs(life) {
      const verbs = studio.verbs(life);
      return {
        ...verbs,
        async execute(call, options) {
          point(fuse);
          if (!fuse.life.alive) return gone;
          const answer = await verbs.execute(call, options);
          point(fuse);
          return fuse.life.alive ? answer : gone;
        },
      };
    },
  };
}

async function quiet(): Promise<void> {
  for (let turn = 0; turn < 40; turn += 1) await nextTurn();
}

async function applyAndDie(dieAt: number): Promise<{ points: number; wrong: string[] }> {
  const life = { alive: true };
  const fuse: CrashTimer = { points: 0, dieAt: Infinity, life };
  const shared = { store: createMemoryStore(), clock: createFakeClock(), ids: createCountedIds() };
  const studio = createStudio();
  const world = await openDraftsWorld(
    { ...shared, store: dying(shared.store, fuse), studio: dyingStudio(studio, fuse) },
    life,
  );
  const view = await drafted(world, planOf([pause(), issue("one")]));
  fuse.points = 0;
  fuse.dieAt = dieAt;
  void world.drafts.apply(about(view));
  await quiet();
  const next = life.alive ? world : await openDraftsWorld({ ...shared, studio });
  await comeBack(next);
  const [last] = await next.drafts.list({ tenant, limit: 1 });
  const keys = studio.deeds.map(({ key }) => key);
  const expected = ["update_deal:deal-1:paused", "create_issue:design:one"];
  const wrong = JSON.stringify(keys) === JSON.stringify(expected) ? [] : [`killed at ${dieAt}: ${keys.join(" ")}`];
  if (last?.draft.status !== "APPLIED") wrong.push(`killed at ${dieAt}: ${last?.draft.status} ${last?.next.do}`);
  return { points: fuse.points, wrong };
}

/** The person taps again on what is shown until it is done. */
async function comeBack(world: DraftsWorld): Promise<void> {
  for (let round = 0; round < 60; round += 1) {
    await quiet();
    const [view] = await world.drafts.list({ tenant, limit: 1 });
    if (view === undefined || view.draft.status === "APPLIED") return;
    if (view.next.do === "apply" || view.next.do === "retry") await world.drafts.apply(about(view));
    // A write without an answer is read back every few seconds until it can no longer act.
    world.clock.advance(5_000);
  }
}

describe("crashes", () => {
  it("between every two transitions and around every call: each record exactly once, and the Draft is applied", async () => {
    const { points, wrong } = await applyAndDie(Infinity);
    expect([points > 12, wrong]).toEqual([true, []]);
    for (let dieAt = 1; dieAt <= points; dieAt += 1) wrong.push(...(await applyAndDie(dieAt)).wrong);
    expect(wrong).toEqual([]);
  }, 60_000);

  it("of 60 interleavings over SQLite, opened again after each crash: no write without a licence", async () => {
    await fc.assert(
      fc.asyncProperty(scripts, async (script) => {
        const path = join(mkdtempSync(join(root, "case-")), "planwright.db");
        let opened: Store[] = [];
        const open = (): Store => {
          const store = createSqliteStore(openDatabase({ path }));
          opened.push(store);
          return store;
        };
        const world = createCrashingDrafts({ open, turns: 20 });
        await world.boot();
        for (const happening of script) await happen(world, happening);
        await comeToRest(world);
        expect(await wrongIn(world)).toEqual([]);
        await Promise.all(opened.map((store) => store.close()));
        opened = [];
      }),
      { seed: 20250115, numRuns: 60 },
    );
  }, 120_000);
});
