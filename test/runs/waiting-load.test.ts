import { describe, expect, it } from "vitest";
import type { Plan } from "../../src/plan/plan.ts";
import { deliverEvent } from "../../src/runs/subscriptions.ts";
import { openRunsWorld, planOf, tenant, type RunsWorld } from "../support/runs-world.ts";

const hour = planOf([{ id: "w", kind: "wait", wait: { for: "duration", seconds: 3600 } }]);
const paid = (order: number): Plan => {
  const where = [{ path: "order", is: "equal", to: order }];
  return planOf([{ id: "w", kind: "wait", wait: { for: "event", channel: "paid", where } }]);
};

async function worldWith(waiting: number, planFor: (at: number) => Plan): Promise<RunsWorld> {
  const world = await openRunsWorld();
  for (let at = 0; at < waiting; at += 1) await world.runs.create({ tenant, caller: "load", plan: planFor(at) });
  await world.settle();
  return world;
}

describe("10,000 waiting runs", () => {
  it("hold no timer of their own and leave nothing to do per tick, like ten", async () => {
    const [few, many] = [await worldWith(10, () => hour), await worldWith(10_000, () => hour)];
    expect(many.clock.waiting()).toBe(few.clock.waiting());
    for (const { store, clock } of [few, many]) {
      expect(await store.jobs.due(clock.now() + 3_599_999, 100)).toEqual([]);
      expect(await store.jobs.nextDueAt(clock.now())).toBe(clock.now() + 3_600_000);
    }
  }, 120_000);

  it("have no job while they wait for an event, and an event reads only the rows that may match it", async () => {
    const { store, clock } = await worldWith(10_000, paid);
    expect(await store.jobs.nextDueAt(clock.now())).toBeUndefined();
    let rows = 0;
    const records: typeof store.records = async (query) => {
      const found = await store.records(query);
      rows += found.length;
      return found;
    };
    const event = { channel: "paid", id: "e1", payload: { order: 4711, sum: 12 }, at: clock.now() };
    expect(await deliverEvent({ store: { ...store, records }, clock }, tenant, event)).toBe(1);
    expect(rows).toBe(1);
  }, 120_000);
});
