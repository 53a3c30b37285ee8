import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, describe, expect, it } from "vitest";
import { kinds } from "../../src/agents/agent-deps.ts";
import { eachRecord } from "../../src/agents/records.ts";
import { createChance } from "../support/seeded-random.ts";
import { type AgentsWorld, openAgentsWorld, profileOf, tenant } from "./support/agents-world.ts";

const delivered = 100_000;
const different = 20_000;
/** Of the different ones, those that meet the condition. */
const isWanted = (event: number): boolean => event % 1000 === 0;

let world: AgentsWorld;
afterAll(() => world.stop());

describe("a storm of events", () => {
  it("with many repetitions: each is handled once, in bounded memory", async () => {
    const profile = profileOf("agent.a", {
      triggers: { events: [{ channel: "e", conditions: { wanted: true }, overlap: "parallel" }] },
      limits: { max_runs_per_day: 1000, min_interval_seconds: 0, max_concurrent_runs: 1000 },
    });
    world = await openAgentsWorld({ profiles: [profile] });
    const before = heapMb();
    const chance = createChance(3);
    const taken = new Set<number>();
    let fresh = 0;
    const lane = async (from: number): Promise<void> => {
      for (let at = from; at < delivered; at += 200) {
        const event = at < different ? at : chance(different);
        taken.add(event);
        const payload = { wanted: isWanted(event) };
        if (await world.daemon().publish(tenant, { id: `e${event}`, channel: "e", payload })) fresh += 1;
      }
    };
    await Promise.all(Array.from({ length: 200 }, (_, from) => lane(from)));
    while ((await world.store.jobs.depths(world.clock.now())).length > 0) await world.pass(1);
    expect(fresh).toBe(different);
    expect(heapMb() - before).toBeLessThan(60);
    const runs = await world.runs();
    const wanted = [...taken].filter(isWanted).map((event) => `e${event}`);
    expect(runs.map(({ slot }) => slot).toSorted()).toEqual(wanted.toSorted());
    const outcomes = new Map<string, number>();
    await eachRecord(world.store, { tenant, kind: kinds.decision }, ({ status = "" }) =>
      outcomes.set(status, (outcomes.get(status) ?? 0) + 1),
    );
    expect(outcomes.get("fired")).toBe(wanted.length);
    expect(outcomes.get("skipped")).toBe(different - wanted.length);
  }, 120_000);
});

function heapMb(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  return process.memoryUsage().heapUsed / 2 ** 20;
}
