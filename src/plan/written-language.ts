/** Fewer words than these in Latin letters are a name or a field as often as a language. */
const tellingWords = 3;
const english = /\b(?:the|a|an|to|of|in|on|is|are|and|for|from|with|please|what|who|which|my|me|all)\b/i;

/**
 * The language of a text, if its words show it. A capitalised word within a sentence is a name, in whatever
 * letters; so may be lower-case words after an English beginning ("Move Альфа: личный кабинет to paused").
 */
export function writtenLanguage(text: string): "en" | "ru" | undefined {
  const words = text.match(/\p{L}+/gu) ?? [];
  const latin = words.filter((word) => /^[a-z]{2,}$/i.test(word));
  const cyrillic = words.filter(
    (word, at) => /^\p{Script=Cyrillic}/u.test(word) && (at === 0 || /^\p{Ll}/u.test(word)),
  );
  const isEnglish = english.test(text);
  const most = isEnglish ? (latin[0] === words[0] && latin.length > cyrillic.length ? cyrillic.length : 1) : 0;
  if (cyrillic.length > most) return "ru";
  return latin.length >= tellingWords ? "en" : undefined;
}
