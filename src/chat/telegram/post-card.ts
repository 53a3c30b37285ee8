import { compact } from "../../plan/compact.ts";
import { type Api, GrammyError } from "grammy";
import type { Card, CardButton } from "../../contracts/api/chat.ts";
import { contentHash } from "../../plan/hash.ts";
import type { Clock } from "../../ports/clock.ts";
import type { VersionedCard, ShownCards } from "./shown-cards.ts";

type PostDeps = {
  api: Pick<Api, "sendMessage" | "editMessageText" | "editMessageReplyMarkup">;
  shown: ShownCards;
  clock: Clock;
};

/**
 * `place`: where the card stands already, or again; `shown`: only where it stands already; `below`: after what was just
 * written, and the old one loses its buttons.
 */
export type CardPost = {
  chatId: number;
  card: Card;
  where: "place" | "shown" | "below";
  /** The update it answers; a repeated update is not answered again. */
  update?: number;
};

/** Shows a card in a chat: in the message that shows it, or in a new one. A message that already shows it is not edited. */
export async function postCard(deps: PostDeps, { chatId, card, update, ...post }: CardPost): Promise<void> {
  const { api, shown, clock } = deps;
  const there = await shown.find(chatId, card.card_id);
  const where = update !== undefined && there?.update === update ? "place" : post.where;
  const isShown = there !== undefined && where !== "below" && (await editCard(deps, { chatId, card, there }));
  if (isShown || where === "shown") return;
  if (there !== undefined && where === "below")
    await withRetries(clock, () =>
      api.editMessageReplyMarkup(chatId, there.messageId, { reply_markup: keyboard([]) }),
    ).catch(notFatal);
  const sent = await withRetries(clock, () => api.sendMessage(chatId, card.text, optionsOf(card)));
  const put = { cardId: card.card_id, messageId: sent.message_id, contentHash: hashContent(card) };
  await shown.put(chatId, { ...put, ...compact({ update }) });
}

/** Words and buttons, in short. */
function hashContent({ text, buttons }: Card): string {
  return contentHash([text, buttons]);
}

type CardEdit = { chatId: number; card: Card; there: VersionedCard };

/** Whether the message now shows the card; one that is gone cannot. Telegram counts edits, also those that change nothing. */
async function editCard({ api, clock, shown }: PostDeps, { chatId, card, there }: CardEdit): Promise<boolean> {
  const [{ messageId }, content] = [there, hashContent(card)];
  if (there.contentHash === content) return true;
  try {
    await withRetries(clock, () => api.editMessageText(chatId, messageId, card.text, optionsOf(card)));
  } catch (error) {
    if (!(error instanceof GrammyError) || error.error_code !== 400) {
      await shown.setContent(chatId, there);
      throw error;
    }
    if (isGone.test(error.description)) await shown.drop(chatId, messageId);
    if (!/not modified/i.test(error.description)) return false;
  }
  await shown.setContent(chatId, there, content);
  return true;
}

const isGone = /message to edit not found|message can't be edited|MESSAGE_ID_INVALID/i;

/** Old buttons are harmless, because they name an outdated revision; removing them avoids confusion. */
function notFatal(error: unknown): void {
  if (!(error instanceof GrammyError)) throw error;
}

function optionsOf({ buttons }: Card) {
  return { reply_markup: keyboard(buttons), link_preview_options: { is_disabled: true } };
}

function keyboard(rows: readonly (readonly CardButton[])[]) {
  return {
    inline_keyboard: rows.map((row) =>
      row.map((button) =>
        "url" in button ? { text: button.label, url: button.url } : { text: button.label, callback_data: button.data },
      ),
    ),
  };
}

const mostTries = 4;
const longestPauseMs = 60_000;

/** Retries after the wait that Telegram asks for. */
async function withRetries<T>(clock: Clock, call: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await call();
    } catch (error) {
      const afterMs = error instanceof GrammyError ? (error.parameters.retry_after ?? 0) * 1000 : 0;
      if (afterMs === 0 || afterMs > longestPauseMs || tries === mostTries) throw error;
      await new Promise<void>((resolve) => clock.setTimer(clock.now() + afterMs, resolve));
    }
  }
}
