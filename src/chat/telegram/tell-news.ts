import { GrammyError } from "grammy";
import type { Handler } from "../../ports/engine.ts";
import { newsOf } from "../news-queue.ts";
import { type Bot, surface } from "./bot.ts";
import { postCard } from "./post-card.ts";

/**
 * Shows news of a Draft in the chat it was made in, in whichever process takes the job. What Telegram cannot take now is tried
 * again; a reminder may therefore come twice, a card only changes in its place.
 */
export function createNewsHandler(bot: Bot): Handler {
  return async ({ job }) => {
    const news = newsOf(job);
    const push = job.tenant === bot.tenant ? await bot.chat.news(news) : undefined;
    const isShown = news.kind === "changed" && push?.stand === push?.shown;
    if (push?.conversation.startsWith(surface) === true && !isShown) {
      const chatId = Number(push.conversation.slice(surface.length));
      const where = news.kind === "reminder" ? "below" : "shown";
      await bot.lanes.run(String(chatId), () => postCard(bot, { chatId, card: push.card, where })).catch(giveUp(bot));
    }
    await bot.store.write((tx) => tx.release(job));
  };
}

/** A chat that is gone, or a person who has blocked the bot, will not take it later either. */
function giveUp({ log }: Bot): (error: unknown) => void {
  return (error) => {
    const isForGood = error instanceof GrammyError && error.error_code < 500 && error.error_code !== 429;
    if (!isForGood) throw error;
    log.warn("a card could not be shown", { error: String(error) });
  };
}
