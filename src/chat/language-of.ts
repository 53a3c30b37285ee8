import type { Language } from "../contracts/actions/plan.ts";
import type { ChatMessage } from "./chat.ts";
import type { Conversation } from "./conversation.ts";

/** Fewer words than these in Latin letters are a name or a field as often as a language. */
const tellingWords = 3;

/** What was asked for, else what the letters tell, else as before. */
export function languageOf({ language, hint, input }: ChatMessage, was: Conversation | undefined): Language {
  if (language !== undefined) return language;
  const text = input.kind === "message" ? input.text : input.kind === "voice" ? input.transcript : "";
  if (/\p{Script=Cyrillic}/u.test(text)) return "ru";
  if ((text.match(/[a-z]{2,}/gi) ?? []).length >= tellingWords) return "en";
  return was?.language ?? hint ?? "en";
}
