import { GrammyError, HttpError } from "grammy";
import type { CallbackQuery, Message, Update, User } from "grammy/types";
import type { Language } from "../../contracts/actions/plan.ts";
import type { ChatInput, ChatReply } from "../../contracts/api/chat.ts";
import { texts } from "../texts/texts.ts";
import { postCard, type CardPost } from "./post-card.ts";
import { type Bot, surface } from "./bot.ts";
import { transcribeVoiceMessage, isTooLong, maxVoiceMegabytes, maxVoiceSeconds } from "./voice-message.ts";

/** The most a tap may be answered with. */
const maxNotice = 200;

/** One update, answered. That Telegram does not take an answer is noted; it must not stop those that come after. */
export async function answerUpdate(bot: Bot, { message, callback_query: tap }: Update): Promise<void> {
  try {
    if (tap !== undefined) await answerTap(bot, tap);
    else if (message?.from !== undefined) await answerMessage(bot, message, message.from);
  } catch (error) {
    if (!(error instanceof GrammyError || error instanceof HttpError)) throw error;
    bot.log.warn("sending a Telegram reply failed", { event: "telegram.reply_failed", error: String(error) });
  }
}

async function answerMessage(bot: Bot, message: Message, from: User): Promise<void> {
  const chatId = message.chat.id;
  const words = texts[languageOf(from)];
  if (!bot.allow.has(from.id)) return void (await bot.api.sendMessage(chatId, words.notAllowed(String(from.id))));
  const heard = await inputOf(bot, message, from);
  if (heard === undefined) return;
  if (typeof heard === "string") return void (await bot.api.sendMessage(chatId, heard));
  const { cards } = await handle(bot, { chatId, from, input: heard });
  for (const card of cards) await show(bot, { chatId, card, where: "below" });
}

async function answerTap(bot: Bot, tap: CallbackQuery): Promise<void> {
  const chatId = tap.message?.chat.id;
  if (chatId === undefined) return;
  const words = texts[languageOf(tap.from)];
  if (!bot.allow.has(tap.from.id)) {
    const text = words.notAllowed(String(tap.from.id));
    return void (await bot.api.answerCallbackQuery(tap.id, { text, show_alert: true }));
  }
  const input = { kind: "tap", tap_id: tap.id, data: tap.data ?? "" } as const;
  const { cards, notice } = await handle(bot, { chatId, from: tap.from, input });
  const told = notice === null ? {} : { text: notice.text.slice(0, maxNotice), show_alert: notice.alert };
  // A tap is answered within seconds or not at all; a late one is no reason to leave the card as it was.
  await bot.api.answerCallbackQuery(tap.id, told).catch((error: unknown) => {
    bot.log.debug("answering a Telegram tap failed", { event: "telegram.tap_failed", error: String(error) });
  });
  for (const card of cards) await show(bot, { chatId, card, where: "place" });
}

const mostChanges = 5;

/** Shows a card, and what has become of its Draft meanwhile: another process that told of it may have been too early. */
async function show(bot: Bot, { chatId, card, where }: CardPost): Promise<void> {
  await postCard(bot, { chatId, card, where });
  let shown: string | undefined;
  for (let looks = 0; looks < mostChanges; looks += 1) {
    const now = await bot.chat.news({ kind: "changed", tenant: bot.tenant, draftId: card.card_id });
    if (now === undefined || now.stand === (shown ?? now.shown)) return;
    shown = now.stand;
    await postCard(bot, { chatId, card: now.card, where: "shown" });
  }
}

type IncomingInput = { chatId: number; from: User; input: ChatInput };

function handle(bot: Bot, { chatId, from, input }: IncomingInput): Promise<ChatReply> {
  return bot.chat.handle({
    tenant: bot.tenant,
    conversation: `${surface}${chatId}`,
    actor: { id: `${surface}${from.id}`, name: nameOf(from) },
    input,
    hint: languageOf(from),
    ...(bot.zone !== undefined && { zone: bot.zone }),
  });
}

/** What a message says to us: words, a voice, or why it cannot be heard; nothing where it has neither. */
async function inputOf(bot: Bot, message: Message, from: User): Promise<ChatInput | string | undefined> {
  if (message.voice !== undefined) return voiceOf(bot, message.voice, languageOf(from));
  const text = message.text ?? message.caption;
  if (text === undefined || text.trim() === "") return undefined;
  const forwarded = message.forward_origin !== undefined;
  const replied = message.reply_to_message?.message_id;
  const reply_to = replied === undefined ? undefined : await bot.shown.cardOf(message.chat.id, replied);
  return { kind: "message", text: text.slice(0, 10_000), forwarded, ...(reply_to !== undefined && { reply_to }) };
}

async function voiceOf(
  bot: Bot,
  voice: NonNullable<Message["voice"]>,
  language: Language,
): Promise<ChatInput | string> {
  const { voiceTooLong, voiceUnavailable, errors } = texts[language];
  const tooLong = voiceTooLong(maxVoiceSeconds, maxVoiceMegabytes);
  const { transcriber } = bot;
  if (isTooLong(voice)) return tooLong;
  if (transcriber === undefined) return voiceUnavailable;
  try {
    const heard = await transcribeVoiceMessage({ ...bot, transcriber }, voice);
    if (heard === "too_long") return tooLong;
    const { text: transcript, confidence } = heard;
    return { kind: "voice", file_id: voice.file_id, transcript: transcript.slice(0, 10_000), confidence };
  } catch (error) {
    bot.log.warn("transcribing a voice message failed", {
      event: "telegram.transcription_failed",
      error: String(error),
    });
    return `${errors.DEPENDENCY_DOWN.title} ${errors.DEPENDENCY_DOWN.next}`;
  }
}

function languageOf({ language_code: code }: User): Language {
  return code?.startsWith("ru") === true ? "ru" : "en";
}

function nameOf({ first_name, last_name, username }: User): string {
  const name = [first_name, last_name].filter(Boolean).join(" ");
  return username === undefined ? name : `${name} (@${username})`;
}
