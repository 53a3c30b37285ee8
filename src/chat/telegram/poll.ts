import { pause } from "../../ports/clock.ts";
import type { Update } from "grammy/types";
import { StoreError } from "../../ports/store-error.ts";
import { allowed_updates, type Bot } from "./bot.ts";
import { within } from "./time-limit.ts";

const waitSeconds = 25;
const firstPauseMs = 1000;
const longestPauseMs = 60_000;
/** Minimum time between polls of a server that does not wait. */
const shortestRoundMs = 200;

/** How long one update may block the others; its work continues after that. */
const longestMs = 60_000;
/** Attempts before an update fails for good, while the store works. */
const mostTries = 5;

/**
 * Polls for updates until the bot stops. Polling for the next batch confirms the previous one, so an update that was not handled when the
 * process ended is delivered again.
 */
export async function poll(bot: Bot, receive: (update: Update) => Promise<void>): Promise<void> {
  let offset = 0;
  let failures = 0;
  const tries = new Map<number, number>();
  while (!bot.signal.aborted) {
    const askedAt = bot.clock.now();
    try {
      // Telegram delivers either way, never both.
      if (offset === 0) await bot.api.deleteWebhook();
      const updates = await fetchUpdates(bot, offset);
      await Promise.all(updates.map((update) => handleUpdate(bot, { update, tries }, receive)));
      for (const { update_id: id } of updates) offset = Math.max(offset, id + 1);
      failures = 0;
      const restMs = shortestRoundMs - (bot.clock.now() - askedAt);
      if (updates.length === 0 && restMs > 0) await pause(bot.clock, restMs, bot.signal);
    } catch (error) {
      if (bot.signal.aborted) return;
      failures += 1;
      bot.log.warn("fetching Telegram updates failed, backing off", {
        event: "telegram.poll_failed",
        error: String(error),
        failures,
      });
      await pause(bot.clock, Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - 1)), bot.signal);
    }
  }
}

const neverAborts = new AbortController().signal;

type UpdateAttempt = { update: Update; tries: Map<number, number> };

/** Rejects if the update must be delivered again. An update of one person must not block the others for good. */
async function handleUpdate(
  { clock, log }: Bot,
  { update, tries }: UpdateAttempt,
  receive: (update: Update) => Promise<void>,
): Promise<void> {
  const { update_id: id } = update;
  const failed = receive(update).then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  // Not the bot's signal: a stopping bot finishes the updates it received, so that the next process does not get them too.
  const failure = await within({ clock, signal: neverAborts, ms: longestMs }, () => failed).catch(() => {
    log.warn("Telegram update is slow, continuing with the next", { event: "telegram.update_slow", update: id });
    return undefined;
  });
  const tried = (tries.get(id) ?? 0) + 1;
  const isForGood = !(failure?.error instanceof StoreError) && tried >= mostTries;
  if (failure === undefined || isForGood) tries.delete(id);
  else tries.set(id, tried);
  if (failure !== undefined && !isForGood) throw failure.error;
  if (failure !== undefined)
    log.error("handling a Telegram update failed", {
      event: "telegram.update_failed",
      update: id,
      error: String(failure.error),
    });
}

function fetchUpdates({ api, signal }: Bot, offset: number): Promise<Update[]> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- grammY declares its own AbortSignal, which Node's implements
  const grammySignal = signal as unknown as Parameters<typeof api.getUpdates>[1];
  return api.getUpdates({ offset, timeout: waitSeconds, allowed_updates: [...allowed_updates] }, grammySignal);
}
