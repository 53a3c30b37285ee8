import type { Update } from "grammy/types";
import { describe, expect, it } from "vitest";
import { StoreError } from "../../ports/store-error.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { createMemoryLog } from "../../testing/memory-log.ts";
import type { Bot } from "./bot.ts";
import { poll } from "./poll.ts";
import { transcribeVoiceMessage } from "./voice-message.ts";
import { within } from "./time-limit.ts";

/** Telegram with two updates, of two people; says which batch was asked for last. */
function polling(receive: (update: Update) => Promise<void>) {
  const clock = createFakeClock();
  const stop = new AbortController();
  let offset = 0;
  const api = {
    deleteWebhook: async () => true,
    getUpdates: async (asked: { offset: number }) => {
      offset = asked.offset;
      const left = [1, 2].filter((id) => id >= offset);
      if (left.length > 0) return left.map((id) => ({ update_id: id }));
      return new Promise((_, fail) => stop.signal.addEventListener("abort", () => fail(new Error("stopped"))));
    },
  };
  const log = createMemoryLog();
  const bot = { api, clock, log, signal: stop.signal } as unknown as Bot; // the deps that are used
  const ended = poll(bot, receive);
  const advance = async (ms: number): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    clock.advance(ms);
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  const end = (): Promise<void> => {
    stop.abort();
    return ended;
  };
  return { advance, offset: () => offset, end };
}

describe("one person's update", () => {
  it("that never ends holds up the others for a minute at most", async () => {
    const { advance, offset, end } = polling(({ update_id: id }) =>
      id === 1 ? new Promise(() => undefined) : Promise.resolve(),
    );
    await advance(59_000);
    expect(offset()).toBe(0);
    await advance(1_000);
    expect(offset()).toBe(3);
    await end();
  });

  it("is waited for by a bot that stops, so that no other process gets it too", async () => {
    const held = Promise.withResolvers<void>();
    const { advance, end } = polling(() => held.promise);
    await advance(0);
    let isStopped = false;
    const stopped = end().then(() => (isStopped = true));
    await advance(0);
    expect(isStopped).toBe(false);
    held.resolve();
    await stopped;
  });

  it("that always fails is dropped, and one that waits for the store is not", async () => {
    const store = new StoreError("broken", "the database is down");
    for (const [error, last] of [
      [new Error("no such shape"), 3],
      [store, 0],
    ] as const) {
      const { advance, offset, end } = polling(({ update_id: id }) =>
        id === 1 ? Promise.reject(error) : Promise.resolve(),
      );
      for (let tries = 0; tries < 8; tries += 1) await advance(60_000);
      expect(offset()).toBe(last);
      await end();
    }
  });
});

describe("a wait", () => {
  it("stops waiting for a recogniser that never ends, and aborts it", async () => {
    const clock = createFakeClock();
    let told: AbortSignal | undefined;
    const transcriber = {
      transcribe: ({ signal }: { signal: AbortSignal }) => ((told = signal), new Promise<never>(() => undefined)),
    };
    const fileRoot = "data:audio/ogg,x";
    const api = { getFile: async () => ({ file_path: "" }) } as unknown as Bot["api"]; // the one call that is made
    const { signal } = new AbortController();
    const heard = transcribeVoiceMessage({ api, fileRoot, transcriber, clock, signal }, { file_id: "v1", duration: 3 });
    const givenUp = expect(heard).rejects.toThrow("no end within 120000 ms");
    await expect.poll(() => told).toBeDefined();
    clock.advance(120_000);
    await givenUp;
    expect(told?.aborted).toBe(true);
  });

  it("ends with the signal, also one that has fired already, and leaves no timer", async () => {
    const clock = createFakeClock();
    const stop = new AbortController();
    const waiting = within({ clock, signal: stop.signal, ms: 1000 }, () => new Promise<never>(() => undefined));
    stop.abort(new Error("stopped"));
    await expect(waiting).rejects.toThrow("stopped");
    await expect(within({ clock, signal: stop.signal, ms: 1000 }, async () => 1)).rejects.toThrow("stopped");
    expect(await within({ clock, signal: new AbortController().signal, ms: 1000 }, async () => 1)).toBe(1);
    expect(clock.waiting()).toBe(0);
  });
});
