import type { Language } from "../contracts/actions/plan.ts";
import { writtenLanguage } from "../plan/written-language.ts";
import type { ChatMessage } from "./chat.ts";
import type { Conversation } from "./conversation.ts";

/** What was asked for, else that of the words, else as before. */
export function languageOf({ language, hint, input }: ChatMessage, was: Conversation | undefined): Language {
  if (language !== undefined) return language;
  const text = input.kind === "message" ? input.text : input.kind === "voice" ? input.transcript : "";
  return writtenLanguage(text) ?? was?.language ?? hint ?? "en";
}
