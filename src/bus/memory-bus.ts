import type { Bus, Deliver } from "../ports/bus.ts";

/**
 * An in-process bus without storage. `publish` resolves when every listener has handled the event and rejects when one
 * fails, so the publisher can retry.
 */
export function createMemoryBus(): Bus {
  const listeners = new Set<{ channels: ReadonlySet<string>; deliver: Deliver }>();
  const underWay = new Set<Promise<void>>();
  return {
    async publish(event) {
      const taken = [...listeners].filter(({ channels }) => channels.has(event.channel));
      const work = Promise.all(taken.map(({ deliver }) => deliver(event))).then(() => undefined);
      underWay.add(work);
      await work.finally(() => underWay.delete(work));
    },
    async subscribe(channels, deliver) {
      const listener = { channels: new Set(channels), deliver };
      listeners.add(listener);
      return async () => {
        listeners.delete(listener);
        await Promise.allSettled(underWay);
      };
    },
    deadLetters: async () => [],
    isShared: false,
    async close() {
      listeners.clear();
      await Promise.allSettled(underWay);
    },
  };
}
