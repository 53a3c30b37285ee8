import { z } from "zod";
import { Zone } from "../../contracts/zone.ts";
import { createIssue } from "../../plan/create-issue.ts";
import type { Issue } from "../../plan/issue.ts";
import { SecretText } from "../../tools/config/secret-text.ts";

const Url = z.url({ protocol: /^https?$/ });

/** The `telegram` section of `planwright.yaml`. */
export const TelegramConfig = z.strictObject({
  token: SecretText.describe("bot token from BotFather"),
  mode: z.enum(["polling", "webhook"]).default("polling").describe("polling for updates, or delivery by webhook"),
  webhook_url: Url.optional().describe("public URL of POST /telegram/webhook on this server"),
  secret: SecretText.optional().describe("secret that Telegram sends to the webhook"),
  allow: z.array(z.int()).min(1).describe("Telegram user ids that may use the bot"),
  teachers: z.array(z.int()).default([]).describe("Telegram user ids that may teach lessons"),
  tenant: z.string().min(1).default("local").describe("tenant whose tools and Drafts the bot uses"),
  zone: Zone.optional().describe("IANA time zone of the users; the zone of drafts by default"),
  api_root: Url.default("https://api.telegram.org").describe("Bot API server"),
  transcriber: z
    .strictObject({
      url: Url.describe("base URL, without /audio/transcriptions"),
      key: SecretText.optional().describe("API key, sent as a bearer token"),
      model: z.string().min(1).default("whisper-1").describe("model name of the server"),
      language: z
        .string()
        .length(2)
        .optional()
        .describe("spoken language, for example ru; the server detects it by default"),
    })
    .optional()
    .describe("any server with OpenAI's /audio/transcriptions; without one, voice messages are refused"),
});
export type TelegramConfig = z.infer<typeof TelegramConfig>;

/** Webhook mode needs a secret and a URL. */
export function checkTelegramConfig(config: TelegramConfig | undefined, pointer: string): Issue[] {
  if (config?.mode !== "webhook") return [];
  return (["webhook_url", "secret"] as const).flatMap((name) =>
    config[name] === undefined
      ? [createIssue("MISSING_FIELD", `${pointer}/${name}`, { message: "is required in webhook mode" })]
      : [],
  );
}
