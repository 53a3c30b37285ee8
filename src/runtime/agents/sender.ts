import { loadOptional } from "../../ports/optional-package.ts";
import type { Sender } from "../../agents/outputs/send-handler.ts";
import { webhookHeaders } from "./sign-webhook.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Bus } from "../../ports/bus.ts";
import type { Http } from "../../tools/http/http.ts";
import { readSecrets, type Env } from "../../tools/config/secret-text.ts";
import type { SlackConfig } from "../config/slack-config.ts";
import type { TelegramConfig } from "../config/telegram-config.ts";

/** The bus channel for notices to the hub. */
export const hubChannel = "orion:hub:notice";

/** Telegram rejects empty messages. */
const emptyMessage = "(empty message)";

type SenderParts = {
  bus: Bus;
  http: Http;
  /** Undefined where no bot is configured. */
  telegram: TextSend | undefined;
  clock: Clock;
  /** `WEBHOOK_SECRET`: signs webhooks; without it they are not signed. */
  webhookSecret?: string | undefined;
};

/** Delivers agent notices to the hub, a webhook or Telegram. */
export function createSender({ bus, http, telegram, clock, webhookSecret = "" }: SenderParts): Sender {
  return async ({ id, agentId, runId, to, text }, { tenant, signal }) => {
    const message = { notice_id: id, agent_id: agentId, run_id: runId, text };
    switch (to.kind) {
      case "hub":
        return await bus.publish({ id, channel: hubChannel, payload: message });
      case "webhook": {
        const body = JSON.stringify(message);
        const signed = webhookHeaders({ id, timestampSeconds: Math.floor(clock.now() / 1000), body }, webhookSecret);
        const headers = { "content-type": "application/json", "idempotency-key": id, ...signed };
        const answer = await http.send({ method: "POST", url: to.url, headers, body, signal });
        for await (const _chunk of answer.body) if (signal.aborted) break;
        if (answer.status >= 300) throw new Error(`the webhook answered ${answer.status}`);
        return;
      }
      case "telegram":
        if (telegram === undefined) throw new Error("no Telegram bot is configured");
        return await telegram(tenant, to.chatId, text || emptyMessage);
      default:
        return to satisfies never;
    }
  };
}

/** Sends a text to a chat for a tenant. Rejects when sending fails. */
type TextSend = (tenant: string, chatId: string, text: string) => Promise<void>;

/** Sends with the configured bot, which need not be polling. Loads grammY with the first message. */
export function createTelegramSend(config: TelegramConfig | undefined, env: Env): TextSend | undefined {
  return createTextSend(config, env, () =>
    loadOptional("grammy", "Telegram", () => import("../../chat/telegram/send-text.ts")),
  );
}

/** Sends with the configured app, which need not be connected. Loads Slack's package with the first message. */
export function createSlackSend(config: SlackConfig | undefined, env: Env): TextSend | undefined {
  return createTextSend(config, env, () =>
    loadOptional("@slack/web-api", "Slack", () => import("../../chat/slack/send-text.ts")),
  );
}

type Messenger = {
  sendText: (bot: { token: string; apiRoot: string }, chatId: string, text: string) => Promise<void>;
};

function createTextSend(
  config: TelegramConfig | SlackConfig | undefined,
  env: Env,
  load: () => Promise<Messenger>,
): TextSend | undefined {
  if (config === undefined) return undefined;
  return async (tenant, chatId, text) => {
    if (tenant !== config.tenant) throw new Error("the bot belongs to another tenant");
    const { token } = readSecrets({ token: config.token }, env).values;
    if (token === undefined) throw new Error("the bot token is not set in the environment");
    await (await load()).sendText({ token, apiRoot: config.api_root }, chatId, text);
  };
}
