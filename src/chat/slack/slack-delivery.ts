import { compact } from "../../plan/compact.ts";
import { z } from "zod";
import type { ChatInput } from "../../contracts/api/chat.ts";

/** How Slack calls what it delivers. */
export type EnvelopeType = "events_api" | "interactive" | "slash_commands";

/** A message, command or tap of a person. `input` undefined: something without words. */
export type SlackDelivery = {
  channel: string;
  user: string;
  name?: string;
  input: ChatInput | undefined;
  /** The message that is replied to in a thread. */
  thread?: string;
  /** In a channel, only what names the app or replies to its cards is for it. */
  isAddressed: boolean;
};

const Id = z.string().min(1);
const Event = z.object({
  event: z.object({
    type: z.enum(["message", "app_mention"]),
    subtype: z.string().optional(),
    bot_id: z.string().optional(),
    channel: Id,
    channel_type: z.string().optional(),
    user: Id,
    text: z.string().default(""),
    ts: Id,
    thread_ts: z.string().optional(),
    attachments: z.array(z.object({ text: z.string().optional(), is_share: z.boolean().optional() })).default([]),
  }),
});
const Tap = z.object({
  type: z.literal("block_actions"),
  user: z.object({ id: Id, username: z.string().optional() }),
  channel: z.object({ id: Id }),
  message: z.object({ ts: Id }),
  actions: z.array(z.object({ value: z.string().optional(), action_ts: z.string().default("") })).min(1),
});
const Command = z.object({
  user_id: Id,
  user_name: z.string().optional(),
  channel_id: Id,
  text: z.string().default(""),
  trigger_id: Id,
});

/** Parses a delivery of Slack; undefined for one that needs no answer. */
export function toDelivery(type: EnvelopeType, body: unknown): SlackDelivery | undefined {
  switch (type) {
    case "events_api":
      return ofEvent(Event.safeParse(body).data?.event);
    case "interactive":
      return ofTap(Tap.safeParse(body).data);
    case "slash_commands":
      return ofCommand(Command.safeParse(body).data);
    default:
      return type satisfies never;
  }
}

function ofEvent(event: z.infer<typeof Event>["event"] | undefined): SlackDelivery | undefined {
  if (event === undefined || event.bot_id !== undefined) return undefined;
  if (event.subtype !== undefined && event.subtype !== "file_share") return undefined;
  const { channel, user, ts, thread_ts: thread, attachments } = event;
  const own = plain(event.text);
  const shared = attachments.find((one) => one.is_share === true)?.text;
  const text = own === "" ? plain(shared ?? "") : own;
  const forwarded = own === "" && text !== "";
  // A mention in a channel is delivered as two events with one time stamp.
  const input = { kind: "message", message_id: `${channel}:${ts}`, text: text.slice(0, 10_000), forwarded } as const;
  return {
    channel,
    user,
    input: text === "" ? undefined : input,
    ...compact({ thread }),
    isAddressed: event.type === "app_mention" || event.channel_type === "im",
  };
}

function ofTap(tap: z.infer<typeof Tap> | undefined): SlackDelivery | undefined {
  const [action] = tap?.actions ?? [];
  if (tap === undefined || action?.value === undefined) return undefined;
  const { user, channel, message } = tap;
  const input = { kind: "tap", tap_id: `${message.ts}:${action.action_ts}:${user.id}`, data: action.value } as const;
  const name = user.username === undefined ? {} : { name: user.username };
  return { channel: channel.id, user: user.id, ...name, input, isAddressed: true };
}

/** `/planwright pipeline` is the command, `/planwright move …` a request. */
function ofCommand(command: z.infer<typeof Command> | undefined): SlackDelivery | undefined {
  if (command === undefined) return undefined;
  const { user_id: user, user_name, channel_id: channel, trigger_id: message_id } = command;
  const text = plain(command.text).slice(0, 10_000) || "/help";
  const name = user_name === undefined ? {} : { name: user_name };
  return { channel, user, ...name, input: { kind: "message", message_id, text, forwarded: false }, isAddressed: true };
}

/** Slack's markup as plain text: without mentions, links by their label, characters unescaped. */
function plain(text: string): string {
  return text
    .replaceAll(/<[@#!][^>]*>/g, " ")
    .replaceAll(/<([^|>]+)\|([^>]+)>/g, "$2")
    .replaceAll(/<([^>]+)>/g, "$1")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
    .trim();
}
