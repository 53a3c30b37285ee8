import type { Language } from "../contracts/actions/plan.ts";
import type { ChatMessage } from "./chat.ts";
import type { Conversation } from "./conversation.ts";

/** Fewer words than these in Latin letters are a name or a field as often as a language. */
const tellingWords = 3;
const english = /\b(?:the|a|an|to|of|in|on|is|are|and|for|from|with|please|what|who|which|my|me|all)\b/i;

/** What was asked for, else what the letters tell, else as before. */
export function languageOf({ language, hint, input }: ChatMessage, was: Conversation | undefined): Language {
  if (language !== undefined) return language;
  const text = input.kind === "message" ? input.text : input.kind === "voice" ? input.transcript : "";
  const words = text.match(/\p{L}+/gu) ?? [];
  // A capitalised word within the sentence is a name, in whatever letters.
  const cyrillic = words.filter(
    (word, at) => /^\p{Script=Cyrillic}/u.test(word) && (at === 0 || /^\p{Ll}/u.test(word)),
  );
  if (cyrillic.length > 1 || (cyrillic.length === 1 && !english.test(text))) return "ru";
  if ((text.match(/[a-z]{2,}/gi) ?? []).length >= tellingWords) return "en";
  return was?.language ?? hint ?? "en";
}
