import { compact } from "../../plan/compact.ts";
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

/** Answers one update. If Telegram refuses an answer, that is logged and later updates continue. */
export async function answerUpdate(bot: Bot, update: Update): Promise<void> {
  const { update_id: id, message, edited_message: edited, callback_query: tap } = update;
  try {
    if (tap !== undefined) await answerTap(bot, tap);
    else if (message?.from !== undefined) await answerMessage(bot, { message, from: message.from, update: id });
    else if (edited?.from !== undefined && edited.text !== undefined && bot.allow.has(edited.from.id))
      await bot.api.sendMessage(edited.chat.id, texts[languageOf(edited.from)].editedMessage);
  } catch (error) {
    if (!(error instanceof GrammyError || error instanceof HttpError)) throw error;
    bot.log.warn("sending a Telegram reply failed", { event: "telegram.reply_failed", error: String(error) });
  }
}

type IncomingMessage = { message: Message; from: User; update: number };

async function answerMessage(bot: Bot, { message, from, update }: IncomingMessage): Promise<void> {
  const chatId = message.chat.id;
  const words = texts[languageOf(from)];
  const isAddressed = isToBot(message);
  if (!bot.allow.has(from.id)) {
    if (isAddressed) await bot.api.sendMessage(chatId, words.notAllowed(String(from.id)));
    return;
  }
  const received = await inputOf(bot, message, from);
  if (received === undefined) return;
  if (typeof received === "string") return void (await bot.api.sendMessage(chatId, received));
  const input = { ...received, message_id: String(update) };
  const { cards } = await handle(bot, { chatId, from, input, ...(!isAddressed && { overheard: true }) });
  for (const card of cards) await show(bot, { chatId, card, where: "below", update });
}

/** In a group: a command, a reply to the bot, or a message that names it; bots have names that end in "bot". */
function isToBot({ chat, text = "", reply_to_message: replied }: Message): boolean {
  if (chat.type === "private" || text.startsWith("/") || replied?.from?.is_bot === true) return true;
  return botName.test(text);
}

const botName = /(?:^|\s)@\w*bot\b[,:]?/i;

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
  const callbackAnswer = notice === null ? {} : { text: notice.text.slice(0, maxNotice), show_alert: notice.alert };
  // Telegram accepts an answer to a tap only for a few seconds; the card is updated even if it is too late.
  await bot.api.answerCallbackQuery(tap.id, callbackAnswer).catch((error: unknown) => {
    bot.log.debug("answering a Telegram tap failed", { event: "telegram.tap_failed", error: String(error) });
  });
  for (const card of cards) await show(bot, { chatId, card, where: "place" });
}

const mostChanges = 5;

/** Shows a card with the current state of its Draft: the notification of another process may have been too early. */
async function show(bot: Bot, post: CardPost): Promise<void> {
  const { chatId, card } = post;
  await postCard(bot, post);
  let shown: string | undefined;
  for (let looks = 0; looks < mostChanges; looks += 1) {
    const now = await bot.chat.pushFor({ kind: "changed", tenant: bot.tenant, draftId: card.card_id });
    if (now === undefined || now.stateKey === (shown ?? now.shown)) return;
    shown = now.stateKey;
    await postCard(bot, { chatId, card: now.card, where: "shown" });
  }
}

type IncomingInput = { chatId: number; from: User; input: ChatInput; overheard?: true };

function handle(bot: Bot, { chatId, from, input, overheard }: IncomingInput): Promise<ChatReply> {
  return bot.chat.handle({
    tenant: bot.tenant,
    conversation: `${surface}${chatId}`,
    actor: { id: `${surface}${from.id}`, name: nameOf(from) },
    input,
    hint: languageOf(from),
    mayTeach: bot.teachers.has(from.id),
    ...compact({ overheard: overheard || undefined, zone: bot.zone }),
  });
}

type TextInput = Extract<ChatInput, { kind: "message" | "voice" }>;

/** The input of a message: text, voice, or the reply if it has neither; undefined for a service message. */
async function inputOf(bot: Bot, message: Message, from: User): Promise<TextInput | string | undefined> {
  const voice = message.voice ?? message.audio;
  if (voice !== undefined) return voiceOf(bot, voice, languageOf(from));
  const text = (message.text ?? message.caption ?? "").replace(botName, "").trim();
  if (text === "") return isToBot(message) && hasContent(message) ? texts[languageOf(from)].onlyWords : undefined;
  const forwarded = message.forward_origin !== undefined;
  const replied = message.reply_to_message?.message_id;
  const reply_to = replied === undefined ? undefined : await bot.shown.cardOf(message.chat.id, replied);
  return { kind: "message", text: text.slice(0, 10_000), forwarded, ...compact({ reply_to }) };
}

/** Something a person sent that has no words. */
function hasContent(message: Message): boolean {
  const { sticker, photo, video, video_note, document, animation, location, contact, poll, dice } = message;
  const sent = [sticker, photo, video, video_note, document, animation, location, contact, poll, dice];
  return sent.some((one) => one !== undefined) || message.text !== undefined;
}

async function voiceOf(
  bot: Bot,
  voice: NonNullable<Message["voice"]>,
  language: Language,
): Promise<TextInput | string> {
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
