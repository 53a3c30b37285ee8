import { afterEach, describe, expect, it } from "vitest";
import { expireLeases } from "../support/test-store.ts";
import { type AgentsWorld, openAgentsWorld, profileOf, tenant } from "./support/agents-world.ts";

const second = 1000;
let world: AgentsWorld;
afterEach(() => world?.stop());

async function open(debounce: object, description = "Look at {{event.n}}.") {
  const events = [{ channel: "c", conditions: { min_n: 0 }, debounce }];
  world = await openAgentsWorld({
    profiles: [profileOf("agent.a", { triggers: { events }, goal_template: { type: "agent_task", description } })],
  });
}

async function send(id: string, n: number): Promise<void> {
  await world.daemon().publish(tenant, { id, channel: "c", payload: { n } });
  await world.settle();
}

const goals = (): string[] => world.asked.map(({ goal }) => goal.description);

describe("a trigger with debounce", () => {
  it("fires once with the last event when none has come for a while, also after a restart", async () => {
    await open({ quiet_seconds: 10 });
    for (const n of [1, 2, 3]) {
      await send(`e${n}`, n);
      await world.pass(9 * second);
    }
    await send("e4", -1);
    await send("e3", 3);
    await world.stop();
    await expireLeases(world.store);
    await world.start();
    expect(goals()).toEqual([]);
    await world.pass(1 * second);
    expect(goals()).toEqual(["Look at 3."]);
    await world.pass(60 * second);
    await send("e5", 5);
    await world.pass(10 * second);
    expect(goals()).toEqual(["Look at 3.", "Look at 5."]);
    const decided = (await world.decisions()).map(({ slot, outcome, reason = "" }) => `${slot} ${outcome} ${reason}`);
    expect(decided).toContain("e1 queued debounce");
    expect(decided).toContain("e3 fired ");
    expect(decided).toContain("e4 skipped condition");
  });

  it("fires at the latest after its limit, and gives all events to the goal", async () => {
    await open({ quiet_seconds: 10, at_most_seconds: 25, events: "all" }, "{{event.count}}: {{event.events}}");
    for (let n = 1; n <= 4; n += 1) {
      await send(`e${n}`, n);
      await world.pass(8 * second);
    }
    // The fourth event came at 24 s, the limit was reached at 25 s.
    expect(goals()).toEqual(['4: [{"n":1},{"n":2},{"n":3},{"n":4}]']);
  });

  it("looks at its events once in the quiet time, however many come", async () => {
    await open({ quiet_seconds: 10 });
    for (let n = 1; n <= 150; n += 1) await send(`e${n}`, n);
    await world.pass(10 * second);
    expect(goals()).toEqual(["Look at 150."]);
    expect(world.asked[0]?.context.external_facts).toMatchObject({ event_id: "e150", event_count: 150 });
  });
});
