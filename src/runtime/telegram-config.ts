import { z } from "zod";
import { Zone } from "../contracts/zone.ts";
import { createIssue } from "../plan/create-issue.ts";
import type { Issue } from "../plan/issue.ts";
import { SecretText } from "../tools/config/secret-text.ts";

const Url = z.url({ protocol: /^https?$/ });

/** The `telegram` section of `planwright.yaml`. */
export const TelegramConfig = z.strictObject({
  token: SecretText.describe("of the bot, as BotFather gives it"),
  mode: z
    .enum(["polling", "webhook"])
    .default("polling")
    .describe("whether the bot asks for updates, or Telegram delivers them"),
  webhook_url: Url.optional().describe("where Telegram reaches POST /telegram/webhook of this server"),
  secret: SecretText.optional().describe("the word Telegram must bring to the webhook"),
  allow: z.array(z.int()).min(1).describe("numbers of the people the bot works for"),
  tenant: z.string().min(1).default("local").describe("whose tools and Drafts the bot's are"),
  zone: Zone.optional().describe("IANA zone the people live in; that of drafts where it is not given"),
  api_root: Url.default("https://api.telegram.org").describe("another Bot API server"),
  transcriber: z
    .strictObject({
      url: Url.describe("up to and without /audio/transcriptions"),
      key: SecretText.optional().describe("sent as a bearer token"),
      model: z.string().min(1).default("whisper-1").describe("as the server calls it"),
      language: z
        .string()
        .length(2)
        .optional()
        .describe("of what is said, for example ru; the server listens for it otherwise"),
    })
    .optional()
    .describe("any server with OpenAI's /audio/transcriptions; without one voice messages are refused"),
});
export type TelegramConfig = z.infer<typeof TelegramConfig>;

/** A webhook that anybody could call, or that Telegram could not find. */
export function checkTelegramConfig(config: TelegramConfig | undefined, pointer: string): Issue[] {
  if (config?.mode !== "webhook") return [];
  return (["webhook_url", "secret"] as const).flatMap((name) =>
    config[name] === undefined
      ? [createIssue("MISSING_FIELD", `${pointer}/${name}`, { message: "is needed in webhook mode" })]
      : [],
  );
}
