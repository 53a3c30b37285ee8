import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import type { DeliveredLeases, PlacedJob } from "../../ports/engine.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { createMemoryLog } from "../../testing/memory-log.ts";
import { createRelay } from "./relay.ts";

/** A relay that leads, with two free slots, over a table and a Redis that the test plays. */
async function open() {
  const clock = createFakeClock();
  const redis: string[] = [];
  const host = { clock, added: [] as string[], redis, due: [] as string[], choices: 0 };
  const leases = {
    async choose(): Promise<PlacedJob[]> {
      host.choices += 1;
      return host.due.map((key, at) => ({ queue: "q", key, tenant: "acme", place: at + 1, readyAt: 0 }));
    },
  };
  const relay = createRelay({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the relay only chooses
    leases: leases as unknown as DeliveredLeases,
    jobs: { nextDueAt: async () => undefined },
    clock,
    log: createMemoryLog(),
    queues: ["q"],
    leaseMs: 10_000,
    freeSlots: () => 2,
    waiting: async () => redis.length,
    async add(jobs) {
      const fresh = jobs.map(({ key }) => key).filter((key) => !redis.includes(key));
      redis.push(...fresh);
      host.added.push(...fresh);
    },
    move: async () => undefined,
    onRelayed: async () => undefined,
    isLeader: async () => true,
  });
  await relay.start();
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 10; turn += 1) await nextTurn();
  };
  const announce = async (...keys: readonly string[]): Promise<void> => {
    host.due.push(...keys);
    for (const key of keys) relay.announce({ queue: "q", key, dueAt: 0 }, false);
    await settle();
  };
  /** Workers take the first deliveries. */
  const take = (count: number): void => void host.due.splice(0, redis.splice(0, count).length);
  return { ...host, host, relay, announce, take, settle };
}

it("adds at once, without asking the table, what workers elsewhere have taken the place of", async () => {
  const { host, announce, take, relay } = await open();
  for (let round = 0; round < 5; round += 1) {
    await announce(`${round}a`, `${round}b`);
    take(2);
  }
  expect(host.added).toHaveLength(10);
  expect(host.choices).toBe(1);
  expect(relay.hasBacklog()).toBe(false);
});

it("lets the fair order decide while deliveries wait, and relays as soon as they are taken", async () => {
  const { host, clock, announce, take, relay, settle } = await open();
  await announce("a", "b", "c");
  expect(host.choices).toBe(2);
  expect(relay.hasBacklog()).toBe(true);
  await announce("d");
  expect(host.added).toEqual(["a", "b", "c"]);
  take(3);
  clock.advance(10);
  await settle();
  expect(host.added).toEqual(["a", "b", "c", "d"]);
  expect(relay.hasBacklog()).toBe(false);
  await announce("e");
  expect(host.added).toContain("e");
});

it("ends a backlog when the deliveries are taken, also where nothing new is heard of", async () => {
  const { clock, announce, take, relay, settle } = await open();
  await announce("a", "b", "c");
  take(3);
  clock.advance(10);
  await settle();
  expect(relay.hasBacklog()).toBe(false);
});

it("chooses once for jobs under a limit that end at nearly the same time", async () => {
  const { host, clock, relay, settle } = await open();
  const before = host.choices;
  host.due.push("a", "b");
  for (let ended = 0; ended < 5; ended += 1) {
    relay.makeRoom();
    clock.advance(2);
    await settle();
  }
  expect(host.choices).toBe(before);
  clock.advance(20);
  await settle();
  expect(host.choices).toBe(before + 1);
  expect(host.added).toEqual(["a", "b"]);
});
