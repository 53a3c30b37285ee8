import { createClient } from "@redis/client";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { BusEvent } from "../contracts/react/bus-event.ts";
import type { Bus } from "../ports/bus.ts";
import { createMemoryLog } from "../testing/memory-log.ts";
import { redisAbsent, type RedisServer, startRedis } from "../../test/support/redis-server.ts";
import { openTcpProxy } from "../../test/faults/fleet/tcp-proxy.ts";
import { createMemoryBus } from "./memory-bus.ts";
import { openRedisBus } from "./redis-bus.ts";

const event = (id: string, channel = "hub:end"): BusEvent => ({ id, channel, payload: { text: "мир 🌍", n: 1 } });

describe("the bus of one process", () => {
  it("delivers to subscribers of the channel, and reports a failure", async () => {
    const bus = createMemoryBus();
    const { taken, deliver } = taker();
    const stop = await bus.subscribe(["hub:end"], deliver);
    await bus.publish(event("e1"));
    await bus.publish(event("e2", "other"));
    expect(taken).toEqual([event("e1")]);
    await stop();
    await bus.publish(event("e3"));
    expect(taken).toHaveLength(1);
    await bus.subscribe(["hub:end"], () => Promise.reject(new Error("full")));
    await expect(bus.publish(event("e4"))).rejects.toThrow("full");
  });
});

describe.skipIf(redisAbsent !== undefined)(
  `the bus in Redis${redisAbsent === undefined ? "" : ` (${redisAbsent})`}`,
  () => {
    let redis: RedisServer;
    const buses: Bus[] = [];
    beforeAll(async () => {
      redis = await startRedis();
    });
    afterAll(async () => {
      for (const bus of buses) await bus.close();
      await redis.stop();
    });

    const open = async (more: {
      prefix: string;
      consumer?: string;
      idleMs?: number;
      plainChannels?: string[];
    }): Promise<Bus> => {
      const bus = await openRedisBus({ url: redis.url, log: createMemoryLog(), consumer: "a", idleMs: 50, ...more });
      buses.push(bus);
      return bus;
    };

    it("gives each event to one of the group", async () => {
      const one = taker();
      const bus = await open({ prefix: "t1:", idleMs: 60_000 });
      const other = await open({ prefix: "t1:", consumer: "b", idleMs: 60_000 });
      await bus.subscribe(["hub:end"], one.deliver);
      await other.subscribe(["hub:end"], one.deliver);
      for (let at = 0; at < 200; at += 1) await bus.publish(event(`e${at}`));
      await one.until(200);
      expect(new Set(one.taken.map(({ id }) => id)).size).toBe(200);
      expect(one.taken).toHaveLength(200);
      expect(one.taken).toContainEqual(event("e0"));
    });

    it("keeps events while nobody subscribes", async () => {
      const { until, deliver } = taker();
      const bus = await open({ prefix: "t2:" });
      await bus.publish(event("e1"));
      await bus.subscribe(["hub:end"], deliver);
      await until(1);
    });

    it("reclaims an event from a process that died", async () => {
      const bus = await open({ prefix: "t3:" });
      const raw = await createClient({ url: redis.url }).connect();
      await raw.xGroupCreate("t3:events:hub:end", "planwright", "0", { MKSTREAM: true });
      await bus.publish(event("e1"));
      await raw.xReadGroup("planwright", "dead", [{ key: "t3:events:hub:end", id: ">" }]);
      raw.destroy();
      const { taken, until, deliver } = taker();
      await bus.subscribe(["hub:end"], deliver);
      await until(1);
      expect(taken).toEqual([event("e1")]);
    });

    it("moves malformed and repeatedly failing events to the dead letters", async () => {
      const bus = await open({ prefix: "t4:" });
      const raw = await createClient({ url: redis.url }).connect();
      await raw.xAdd("t4:events:hub:end", "*", { id: "bad", payload: "{" });
      raw.destroy();
      await bus.publish(event("e1"));
      let tries = 0;
      await bus.subscribe(["hub:end"], async () => {
        tries += 1;
        throw new Error("no room");
      });
      await until(async () => (await bus.deadLetters(10)).length === 2);
      expect(tries).toBe(5);
      expect((await bus.deadLetters(10)).map(({ id }) => id)).toEqual(["e1", "bad"]);
    });

    it("continues when Redis comes back", async () => {
      const { taken, until: taking, deliver } = taker();
      const bus = await open({ prefix: "t5:" });
      await bus.subscribe(["hub:end"], deliver);
      await bus.publish(event("e1"));
      await taking(1);
      await redis.restart();
      await bus.publish(event("e2"));
      // The restart may lose the acknowledgement of the first, which is delivered again then.
      await vi.waitFor(() => expect(new Set(taken.map(({ id }) => id))).toEqual(new Set(["e1", "e2"])), 10_000);
    });

    it("stops while Redis is away, and survives a connection that breaks during setup", async () => {
      const proxy = await openTcpProxy(redis.url);
      const parts = { url: proxy.url, log: createMemoryLog(), consumer: "a", plainChannels: ["hub:end"] };
      const bus = await openRedisBus({ ...parts, prefix: "away:" });
      const { deliver } = taker();
      const subscribed = bus.subscribe(["hub:end"], deliver);
      proxy.cut();
      await subscribed;
      proxy.refuse();
      await bus.close();
      await proxy.close();
    });

    it("receives plain pub/sub channels", async () => {
      const { taken, until: taking, deliver } = taker();
      const bus = await open({ prefix: "t6:", plainChannels: ["orion:hub:session_end"] });
      await bus.subscribe(["orion:hub:session_end", "hub:end"], deliver);
      const raw = await createClient({ url: redis.url }).connect();
      await raw.publish("orion:hub:session_end", JSON.stringify({ id: "s1", duration_sec: 400 }));
      await raw.publish("orion:hub:session_end", "just words");
      raw.destroy();
      await taking(2);
      expect(taken[0]).toEqual({
        id: "s1",
        channel: "orion:hub:session_end",
        payload: { id: "s1", duration_sec: 400 },
      });
      expect(taken[1]).toMatchObject({ payload: "just words" });
    });
  },
);

function taker() {
  const taken: BusEvent[] = [];
  const deliver = async (one: BusEvent): Promise<void> => void taken.push(one);
  return { taken, deliver, until: (count: number) => until(async () => taken.length >= count) };
}

/** Redis has its own clock: what it does is waited for, up to the test's own limit. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 10));
}
