import { Api, GrammyError } from "grammy";
import type { Update } from "grammy/types";
import type { Handler } from "../../ports/engine.ts";
import { answerUpdate } from "./answer-update.ts";
import { allowed_updates, type Bot, surface, type TelegramDeps } from "./bot.ts";
import { ownCommands } from "../own-commands.ts";
import { createKeyedQueue } from "../../plan/keyed-queue.ts";
import { poll } from "./poll.ts";
import { createSeenUpdates } from "./seen-updates.ts";
import { createShownCards } from "./shown-cards.ts";
import type { DraftNotification } from "../../drafts/drafts.ts";
import { notificationOf } from "../notification-queue.ts";
import { postCard } from "./post-card.ts";

export type TelegramBot = {
  /** Registers the webhook, if one is configured; otherwise the bot polls. */
  start(): Promise<void>;
  /** Polls for updates until the signal fires; resolves when those received are handled. One process at a time polls. */
  poll(signal: AbortSignal): Promise<void>;
  /** For the engine, under `notificationQueue`. */
  notificationHandler: Handler;
  stop(): Promise<void>;
  /** Handles an update of the webhook. Resolves when it is handled; rejects if Telegram should deliver it again. */
  receive(update: unknown): Promise<void>;
};

/** The chat on Telegram. */
export function createTelegramBot(deps: TelegramDeps): TelegramBot {
  const stopping = new AbortController();
  const { token, store, tenant } = deps;
  const apiRoot = deps.apiRoot.replace(/\/+$/, "");
  const bot: Bot = {
    ...deps,
    api: new Api(token, { apiRoot, timeoutSeconds: 60 }),
    fileRoot: `${apiRoot}/file/bot${token}`,
    shown: createShownCards(store, tenant),
    seen: createSeenUpdates(store, tenant),
    lanes: createKeyedQueue(),
    signal: stopping.signal,
  };
  const receive = (update: Update): Promise<void> =>
    bot.seen.once(update.update_id, () => bot.lanes.run(laneOf(update), () => answerUpdate(bot, update)));
  return {
    receive: async (update) => {
      if (isUpdate(update)) await receive(update);
    },
    async start() {
      if (deps.webhook === undefined) return;
      await setWebhook(bot, deps.webhook);
      await setCommands(bot);
    },
    async poll(signal) {
      const ended = AbortSignal.any([signal, stopping.signal]);
      await Promise.all([setCommands(bot), poll({ ...bot, signal: ended }, receive)]);
    },
    notificationHandler: createNotificationHandler(bot),
    async stop() {
      stopping.abort();
      await bot.lanes.idle();
    },
  };
}

/** The sender knows the secret, so it is Telegram; an update without an id is none of its shapes. */
function isUpdate(update: unknown): update is Update {
  return typeof update === "object" && update !== null && "update_id" in update && Number.isInteger(update.update_id);
}

/** Messages of one chat are answered in order. */
function laneOf({ message, edited_message: edited, callback_query: tap }: Update): string {
  return String(message?.chat.id ?? edited?.chat.id ?? tap?.message?.chat.id ?? "");
}

/** While Telegram is unreachable, it delivers to the previous address. */
async function setWebhook({ api, log }: Bot, { url, secret }: { url: string; secret: string }): Promise<void> {
  try {
    await api.setWebhook(url, { secret_token: secret, allowed_updates });
  } catch (error) {
    log.error("setting the Telegram webhook failed", { event: "telegram.webhook_failed", url, error: String(error) });
  }
}

/** The command menu is optional: the bot works without it. */
async function setCommands({ api, chat, log }: Bot): Promise<void> {
  try {
    for (const language of ["en", "ru"] as const) {
      const all = [...chat.commands, ...ownCommands];
      const commands = all.map(({ name, about }) => ({ command: name, description: about[language] }));
      await api.setMyCommands(commands, language === "ru" ? { language_code: "ru" } : {});
    }
  } catch (error) {
    log.warn("setting the Telegram command menu failed", { event: "telegram.commands_failed", error: String(error) });
  }
}

/**
 * Shows the state of a Draft in the chat it was made in, in whichever process takes the job. What Telegram cannot take now is tried
 * again, so a reminder may be sent twice; a card is only edited.
 */
function createNotificationHandler(bot: Bot): Handler {
  return async ({ job }) => {
    const notification = notificationOf(job);
    const place = job.tenant === bot.tenant ? await bot.chat.pushFor(notification) : undefined;
    if (place?.conversation.startsWith(surface) === true) {
      const chatId = Number(place.conversation.slice(surface.length));
      await bot.lanes.run(String(chatId), () => show(bot, chatId, notification)).catch(ignorePermanentFailure(bot));
    }
    await bot.store.write((tx) => tx.release(job));
  };
}

/** Rendered when its turn comes: an earlier message of the chat may have changed it. */
async function show(bot: Bot, chatId: number, notification: DraftNotification): Promise<void> {
  const push = await bot.chat.pushFor(notification);
  if (push === undefined || (notification.kind === "changed" && push.stateKey === push.shown)) return;
  await postCard(bot, { chatId, card: push.card, where: notification.kind === "changed" ? "shown" : "below" });
}

/** A deleted chat, or a person who blocked the bot, will not accept it later either. */
function ignorePermanentFailure({ log }: Bot): (error: unknown) => void {
  return (error) => {
    const isForGood = error instanceof GrammyError && error.error_code < 500 && error.error_code !== 429;
    if (!isForGood) throw error;
    log.warn("pushing a Telegram card failed", { event: "telegram.push_failed", error: String(error) });
  };
}
