import type { Update } from "grammy/types";
import { allowed_updates, type Bot } from "./bot.ts";

const waitSeconds = 25;
const firstPauseMs = 1000;
const longestPauseMs = 60_000;
/** A server that does not wait is not asked more often than this. */
const shortestRoundMs = 200;

/**
 * Asks for updates until the bot stops. A batch is confirmed by asking for the next one, so what was not handled when the
 * process ended comes again.
 */
export async function poll(bot: Bot, receive: (update: Update) => Promise<void>): Promise<void> {
  let offset = 0;
  let failures = 0;
  while (!bot.signal.aborted) {
    const askedAt = bot.clock.now();
    try {
      // Telegram delivers either way, never both.
      if (offset === 0) await bot.api.deleteWebhook();
      const updates = await ask(bot, offset);
      await Promise.all(updates.map(receive));
      for (const { update_id: id } of updates) offset = Math.max(offset, id + 1);
      failures = 0;
      if (updates.length === 0) await pause(bot, shortestRoundMs - (bot.clock.now() - askedAt));
    } catch (error) {
      if (bot.signal.aborted) return;
      failures += 1;
      bot.log.warn("updates could not be had", { error: String(error), failures });
      await pause(bot, Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - 1)));
    }
  }
}

function ask({ api, signal }: Bot, offset: number): Promise<Update[]> {
  // grammY names an AbortSignal of its own, which Node's is one of.
  const ours = signal as unknown as Parameters<typeof api.getUpdates>[1];
  return api.getUpdates({ offset, timeout: waitSeconds, allowed_updates: [...allowed_updates] }, ours);
}

function pause({ clock, signal }: Bot, ms: number): Promise<void> {
  if (ms <= 0 || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const takeBack = clock.wake(clock.now() + ms, resolve);
    signal.addEventListener("abort", () => {
      takeBack();
      resolve();
    });
  });
}
