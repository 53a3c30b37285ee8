import { z } from "zod";
import { JsonObject } from "../../../plan/json.ts";
import { ChatHistory, ChatReply, ChatRequest, ConversationId } from "../chat.ts";
import { get, post } from "./define.ts";

/** Chat: the same core as the messenger bots. */
export const chatRoutes = {
  chat: post("/chat", {
    tag: "chat",
    summary: "Send a message or tap a button; returns cards",
    role: "api",
    scope: "drafts",
    body: ChatRequest,
    status: 200,
    answer: ChatReply,
  }),
  getChat: get("/chat/{conversation}", {
    tag: "chat",
    summary: "List the latest cards of a conversation in their current state",
    role: "api",
    scope: "drafts",
    params: ConversationId,
    status: 200,
    answer: ChatHistory,
  }),
  /** Authenticated by the bot's secret token; Telegram sends no API key. */
  telegramWebhook: post("/telegram/webhook", {
    tag: "chat",
    summary: "Receive updates from Telegram, authenticated by its secret token",
    role: "api",
    scope: null,
    body: JsonObject,
    status: 200,
    answer: z.strictObject({}),
  }),
  /** Authenticated by the signature of the app; Slack sends no API key. */
  slackEvents: post("/slack/events", {
    tag: "chat",
    summary: "Receive events, taps and commands from Slack, authenticated by their signature",
    role: "api",
    scope: null,
    raw: true,
    body: z.string(),
    status: 200,
    answer: z.strictObject({ challenge: z.string().optional() }),
  }),
} as const;
