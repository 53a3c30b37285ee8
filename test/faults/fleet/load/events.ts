import { setTimeout as pause } from "node:timers/promises";
import { channels } from "../config.ts";
import type { Outcome } from "../history.ts";
import { ask } from "./ask.ts";
import type { LoadContext } from "./load-context.ts";

/** Tells a daemon of something that happened; the same id as often as it takes. */
export async function tellOverHttp({ installation, history, chance, next, until }: LoadContext): Promise<void> {
  const eventId = `event-${next()}`;
  const channel = channels.http;
  const first = chance(100);
  await history.record({ kind: "event", channel, eventId }, () =>
    ask(installation, {
      request: {
        role: "daemon",
        as: "alice",
        method: "POST",
        path: "/events",
        body: { channel, id: eventId, payload: { from: "http" } },
      },
      idOf: () => eventId,
      first,
      until: until(),
    }),
  );
}

/** The same over Redis, past all our processes. One that Redis has acknowledged must arrive. */
export async function tellOverRedis({ history, bus, next, until }: LoadContext): Promise<void> {
  const eventId = `event-${next()}`;
  const channel = channels.redis;
  await history.record({ kind: "event", channel, eventId }, async () => {
    for (let attempts = 1; ; attempts += 1) {
      const outcome: Outcome = await Promise.race([
        bus
          .publish({ id: eventId, channel, payload: { from: "redis" } })
          .then(() => ({ type: "ok", id: eventId }) as const),
        pause(3_000, { type: "unknown", why: "Redis did not answer" } as const),
      ]).catch((error: unknown) => ({ type: "unknown", why: String(error) }) as const);
      if (outcome.type === "ok" || Date.now() >= until()) return { attempts, outcome };
      await pause(250);
    }
  });
}
