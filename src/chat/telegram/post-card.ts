import { type Api, GrammyError } from "grammy";
import type { Card, CardButton } from "../../contracts/api/chat.ts";
import type { Clock } from "../../ports/clock.ts";
import type { ShownCards } from "./shown-cards.ts";

export type PostParts = {
  api: Pick<Api, "sendMessage" | "editMessageText" | "editMessageReplyMarkup">;
  shown: ShownCards;
  clock: Clock;
};

/**
 * `place`: where the card stands already, or anew; `shown`: only where it stands already; `below`: after what was just
 * written, and the old one loses its buttons.
 */
export type Posting = { chatId: number; card: Card; where: "place" | "shown" | "below" };

/** Shows a card in a chat: in the message that shows it, or in a new one. */
export async function postCard(parts: PostParts, { chatId, card, where }: Posting): Promise<void> {
  const { api, shown } = parts;
  const there = await shown.messageOf(chatId, card.card_id);
  const isEdited =
    there !== undefined && where !== "below" && (await editCard(parts, { chatId, card, messageId: there }));
  if (isEdited || where === "shown") return;
  if (there !== undefined && where === "below")
    await patiently(parts.clock, () => api.editMessageReplyMarkup(chatId, there, { reply_markup: keyboard([]) })).catch(
      notFatal,
    );
  const sent = await patiently(parts.clock, () => api.sendMessage(chatId, card.text, optionsOf(card)));
  await shown.put(chatId, card.card_id, sent.message_id);
}

/** Whether the message now shows the card; one that is gone cannot. */
async function editCard({ api, clock }: PostParts, at: { chatId: number; card: Card; messageId: number }) {
  try {
    const { chatId, card, messageId } = at;
    await patiently(clock, () => api.editMessageText(chatId, messageId, card.text, optionsOf(card)));
    return true;
  } catch (error) {
    if (!(error instanceof GrammyError)) throw error;
    if (/not modified/i.test(error.description)) return true;
    if (error.error_code === 400) return false;
    throw error;
  }
}

/** Without its buttons the old message does less harm; that it keeps them does none: they name a dead revision. */
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

/** Waits as long as Telegram asks for, and tries again. */
async function patiently<T>(clock: Clock, call: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await call();
    } catch (error) {
      const afterMs = error instanceof GrammyError ? (error.parameters.retry_after ?? 0) * 1000 : 0;
      if (afterMs === 0 || afterMs > longestPauseMs || tries === mostTries) throw error;
      await new Promise<void>((resolve) => clock.wake(clock.now() + afterMs, resolve));
    }
  }
}
