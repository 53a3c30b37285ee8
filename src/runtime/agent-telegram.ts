import { readSecrets, type Env } from "../tools/config/secret-text.ts";
import type { TelegramConfig } from "./telegram-config.ts";

/** Sends a text to a chat for a tenant. Rejects where it was not sent. */
export type TelegramSend = (tenant: string, chatId: string, text: string) => Promise<void>;

/** The configured bot as agents send by it; it need not be listening. grammY is loaded with the first message. */
export function createTelegramSend(config: TelegramConfig | undefined, env: Env): TelegramSend | undefined {
  if (config === undefined) return undefined;
  return async (tenant, chatId, text) => {
    if (tenant !== config.tenant) throw new Error("the bot is another tenant's");
    const { token } = readSecrets({ token: config.token }, env).values;
    if (token === undefined) throw new Error("the token of the bot is not set in the environment");
    const { sendText } = await import("../chat/telegram/send-text.ts");
    await sendText({ token, apiRoot: config.api_root }, chatId, text);
  };
}
