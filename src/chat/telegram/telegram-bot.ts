import { Api } from "grammy";
import type { Update } from "grammy/types";
import type { Push } from "../chat.ts";
import { answerUpdate } from "./answer-update.ts";
import { allowed_updates, type Bot, surface, type TelegramParts } from "./bot.ts";
import { createLanes } from "../lanes.ts";
import { poll } from "./poll.ts";
import { postCard } from "./post-card.ts";
import { createSeenUpdates } from "./seen-updates.ts";
import { createShownCards } from "./shown-cards.ts";

export type { TelegramParts } from "./bot.ts";

export type TelegramBot = {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** An update that was delivered to us. Resolves when it is handled; rejects where it should be delivered again. */
  receive(update: unknown): Promise<void>;
};

/** The chat on Telegram. */
export function createTelegramBot(parts: TelegramParts): TelegramBot {
  const stopping = new AbortController();
  const { token, store, tenant } = parts;
  const apiRoot = parts.apiRoot.replace(/\/+$/, "");
  const bot: Bot = {
    ...parts,
    api: new Api(token, { apiRoot, timeoutSeconds: 60 }),
    fileRoot: `${apiRoot}/file/bot${token}`,
    shown: createShownCards(store, tenant),
    seen: createSeenUpdates(store, tenant),
    lanes: createLanes(),
    news: new Map(),
    signal: stopping.signal,
  };
  const receive = (update: Update): Promise<void> =>
    bot.seen.once(update.update_id, () => bot.lanes.run(laneOf(update), () => answerUpdate(bot, update)));
  let unwatch = (): void => {};
  let polling: Promise<void> = Promise.resolve();
  return {
    receive: async (update) => {
      if (isUpdate(update)) await receive(update);
    },
    async start() {
      unwatch = parts.chat.watch((push) => deliver(bot, push));
      if (parts.webhook === undefined) polling = poll(bot, receive);
      else await setWebhook(bot, parts.webhook);
      await sayCommands(bot);
    },
    async stop() {
      stopping.abort();
      unwatch();
      await polling;
      await bot.lanes.idle();
    },
  };
}

/** Whoever knows the secret is Telegram, which keeps to its own shapes; what has no number is not one of them. */
function isUpdate(update: unknown): update is Update {
  return typeof update === "object" && update !== null && "update_id" in update && Number.isInteger(update.update_id);
}

/** What is said in one chat is answered in order. */
function laneOf({ message, callback_query: tap }: Update): string {
  return String(message?.chat.id ?? tap?.message?.chat.id ?? "");
}

/**
 * News of a card, to the chat it stands in. Whoever tells it is not kept waiting, and of several news about a card only the
 * last is shown.
 */
function deliver(bot: Bot, { conversation, tenant, card }: Push): void {
  if (!conversation.startsWith(surface) || tenant !== bot.tenant) return;
  const chatId = Number(conversation.slice(surface.length));
  bot.news.set(card.card_id, card);
  const show = async (): Promise<void> => {
    const last = bot.news.get(card.card_id);
    bot.news.delete(card.card_id);
    if (last !== undefined) await postCard(bot, { chatId, card: last, where: "place" });
  };
  void bot.lanes.run(String(chatId), show).catch((error: unknown) => {
    bot.log.warn("a card could not be shown", { chatId, error: String(error) });
  });
}

/** Telegram that cannot be reached now delivers to the address it was told before. */
async function setWebhook({ api, log }: Bot, { url, secret }: { url: string; secret: string }): Promise<void> {
  try {
    await api.setWebhook(url, { secret_token: secret, allowed_updates });
  } catch (error) {
    log.error("the webhook could not be set", { url, error: String(error) });
  }
}

/** The menu of commands is a comfort: without it the bot works as well. */
async function sayCommands({ api, chat, log }: Bot): Promise<void> {
  try {
    for (const language of ["en", "ru"] as const) {
      const commands = chat.commands.map(({ name, about }) => ({ command: name, description: about[language] }));
      await api.setMyCommands(commands, language === "ru" ? { language_code: "ru" } : {});
    }
  } catch (error) {
    log.warn("the menu of commands could not be set", { error: String(error) });
  }
}
