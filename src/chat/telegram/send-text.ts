import { Api } from "grammy";

/** Telegram takes no longer text in one message. */
const longestText = 4096;

/** Sends a text outside of a conversation. Not retried: it may have arrived. */
export async function sendText(bot: { token: string; apiRoot: string }, chatId: string, text: string): Promise<void> {
  const api = new Api(bot.token, { apiRoot: bot.apiRoot.replace(/\/+$/, ""), timeoutSeconds: 30 });
  await api.sendMessage(chatId, shortened(text), { link_preview_options: { is_disabled: true } });
}

function shortened(text: string): string {
  if (text.length <= longestText) return text;
  const cut = text.slice(0, longestText - 1);
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}…`;
}
