import { GrammyError } from "grammy";
import type { DraftNotification } from "../../drafts/drafts.ts";
import type { Handler } from "../../ports/engine.ts";
import { notificationOf } from "../notification-queue.ts";
import { type Bot, surface } from "./bot.ts";
import { postCard } from "./post-card.ts";

/**
 * Shows news of a Draft in the chat it was made in, in whichever process takes the job. What Telegram cannot take now is tried
 * again; a reminder may therefore come twice, a card only changes in its place.
 */
export function createNotificationHandler(bot: Bot): Handler {
  return async ({ job }) => {
    const news = notificationOf(job);
    const place = job.tenant === bot.tenant ? await bot.chat.news(news) : undefined;
    if (place?.conversation.startsWith(surface) === true) {
      const chatId = Number(place.conversation.slice(surface.length));
      await bot.lanes.run(String(chatId), () => show(bot, chatId, news)).catch(giveUp(bot));
    }
    await bot.store.write((tx) => tx.release(job));
  };
}

/** As it stands when its turn has come: what was said in the chat before may have changed it, and shown it. */
async function show(bot: Bot, chatId: number, news: DraftNotification): Promise<void> {
  const push = await bot.chat.news(news);
  if (push === undefined || (news.kind === "changed" && push.stand === push.shown)) return;
  await postCard(bot, { chatId, card: push.card, where: news.kind === "changed" ? "shown" : "below" });
}

/** A chat that is gone, or a person who has blocked the bot, will not take it later either. */
function giveUp({ log }: Bot): (error: unknown) => void {
  return (error) => {
    const isForGood = error instanceof GrammyError && error.error_code < 500 && error.error_code !== 429;
    if (!isForGood) throw error;
    log.warn("pushing a Telegram card failed", { event: "telegram.push_failed", error: String(error) });
  };
}
