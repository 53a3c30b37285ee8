import { z } from "zod";
import { JsonObject } from "../../../plan/json.ts";
import { ChatHistory, ChatReply, ChatRequest, ConversationId } from "../chat.ts";
import { get, post } from "./define.ts";

/** Talking: the same core that a messenger's bot speaks with. */
export const chatRoutes = {
  chat: post("/chat", {
    tag: "chat",
    summary: "Say something, or tap a button; cards come back",
    role: "api",
    scope: "drafts",
    body: ChatRequest,
    status: 200,
    answer: ChatReply,
  }),
  getChat: get("/chat/{conversation}", {
    tag: "chat",
    summary: "The latest cards of a conversation as they stand now",
    role: "api",
    scope: "drafts",
    params: ConversationId,
    status: 200,
    answer: ChatHistory,
  }),
  /** Open to everyone who brings the secret of the bot; Telegram brings no key. */
  telegramWebhook: post("/telegram/webhook", {
    tag: "chat",
    summary: "Where Telegram delivers updates, with its secret token",
    role: "api",
    scope: null,
    body: JsonObject,
    status: 200,
    answer: z.strictObject({}),
  }),
} as const;
