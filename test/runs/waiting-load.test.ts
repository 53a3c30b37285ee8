import { describe, expect, it } from "vitest";
import type { Plan } from "../../src/plan/plan.ts";
import { openRunsWorld, planOf, tenant, type RunsWorld } from "../support/runs-world.ts";
import { onPostgres } from "../support/test-store.ts";

const hour = planOf([{ id: "w", kind: "wait", wait: { for: "duration", seconds: 3600 } }]);
const paid = (order: number, more: object = {}): Plan => {
  const where = [{ path: "order", is: "equal", to: order }];
  return planOf([{ id: "w", kind: "wait", wait: { for: "event", channel: "paid", where, ...more } }]);
};

async function worldWith(waiting: number, planFor: (at: number) => Plan): Promise<RunsWorld> {
  const world = await openRunsWorld();
  for (let at = 0; at < waiting; at += 1) await world.runs.create({ tenant, caller: "load", plan: planFor(at) });
  await world.settle();
  return world;
}

/** Fewer on Postgres, where creating them takes most of the time. */
const thousands = onPostgres ? 2000 : 10_000;

describe("thousands of waiting runs", () => {
  it("hold no timer of their own and leave nothing to do per tick, like ten", async () => {
    const [few, many] = [await worldWith(10, () => hour), await worldWith(thousands, () => hour)];
    expect(many.clock.waiting()).toBe(few.clock.waiting());
    for (const { store, clock } of [few, many]) {
      expect(await store.jobs.due(clock.now() + 3_599_999, 100)).toEqual([]);
      expect(await store.jobs.nextDueAt(clock.now())).toBe(clock.now() + 3_600_000);
    }
  }, 120_000);

  it.each([
    ["an event", {}, { count: thousands, read: 1 }],
    ["an event since they were created", { since: "run" }, { count: 1000, read: 2 }],
  ] as const)(
    "have no job while they wait for %s, which reads only the rows that may match it",
    async (_, more, { count, read }) => {
      const world = await worldWith(count, (at) => paid(at, more));
      const { store, clock } = world;
      expect(await store.jobs.nextDueAt(clock.now())).toBeUndefined();
      let rows = 0;
      const readRows = store.records.bind(store);
      const records: typeof store.records = async (query) => {
        const found = await readRows(query);
        rows += found.length;
        return found;
      };
      store.records = records;
      await world.runs.deliverEvent(tenant, {
        channel: "paid",
        id: "e1",
        payload: { order: 471, sum: 12 },
        at: clock.now(),
      });
      await world.settle();
      expect(await store.runs({ tenant, status: "completed", limit: 9 })).toHaveLength(1);
      expect(rows).toBe(read);
    },
    120_000,
  );
});
