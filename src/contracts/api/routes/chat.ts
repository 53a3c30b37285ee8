import { z } from "zod";
import { JsonObject } from "../../../plan/json.ts";
import { ChatHistory, ChatReply, ChatRequest, ConversationId } from "../chat.ts";
import { routesOf } from "./define.ts";

const { get, post } = routesOf({ tag: "chat", role: "api", scope: "drafts" });

/** Chat: the same core as the messenger bots. */
export const chatRoutes = {
  chat: post("/chat", "Send a message or tap a button; returns cards", { body: ChatRequest, answer: ChatReply }),
  getChat: get("/chat/{conversation}", "List the latest cards of a conversation in their current state", {
    params: ConversationId,
    answer: ChatHistory,
  }),
  /** Authenticated by the bot's secret token; Telegram sends no API key. */
  telegramWebhook: post("/telegram/webhook", "Receive updates from Telegram, authenticated by its secret token", {
    scope: null,
    body: JsonObject,
    answer: z.strictObject({}),
  }),
  /** Authenticated by the signature of the app; Slack sends no API key. */
  slackEvents: post("/slack/events", "Receive events, taps and commands from Slack, authenticated by their signature", {
    scope: null,
    raw: true,
    body: z.string(),
    answer: z.strictObject({ challenge: z.string().optional() }),
  }),
} as const;
