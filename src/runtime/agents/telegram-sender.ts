import { readSecrets, type Env } from "../../tools/config/secret-text.ts";
import type { TelegramConfig } from "../config/telegram-config.ts";

/** Sends a text to a chat for a tenant. Rejects when sending fails. */
export type TelegramSend = (tenant: string, chatId: string, text: string) => Promise<void>;

/** Sends with the configured bot, which need not be polling. Loads grammY with the first message. */
export function createTelegramSend(config: TelegramConfig | undefined, env: Env): TelegramSend | undefined {
  if (config === undefined) return undefined;
  return async (tenant, chatId, text) => {
    if (tenant !== config.tenant) throw new Error("the bot belongs to another tenant");
    const { token } = readSecrets({ token: config.token }, env).values;
    if (token === undefined) throw new Error("the bot token is not set in the environment");
    const { sendText } = await import("../../chat/telegram/send-text.ts");
    await sendText({ token, apiRoot: config.api_root }, chatId, text);
  };
}
