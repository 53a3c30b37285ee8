import { shortenWords } from "../shorten.ts";
import type { Speech } from "../speech.ts";
import type { UnaccountedSpan } from "../../ports/planner.ts";

type UnaccountedReason = UnaccountedSpan["why"];

/** One question about the parts of a text that a plan would leave out or go against, in the language of the request. */
export function askAbout(parts: readonly UnaccountedSpan[], speech: Speech): string {
  const [first] = parts.toSorted((a, b) => rank[a.why] - rank[b.why]);
  if (first === undefined) return wording[speech].unused("");
  const alike = parts.filter(({ why }) => why === first.why);
  return wording[speech][first.why](alike.map(({ words }) => quote(words, speech)).join(", "));
}

/** What a plan that only reads says of the parts it left out. */
export function leftOut(parts: readonly UnaccountedSpan[], speech: Speech): string {
  return wording[speech].leftOut(parts.map(({ words }) => quote(words, speech)).join(", "));
}

const rank: Readonly<Record<UnaccountedReason, number>> = { forbidden: 0, doubtful: 1, request: 2, unused: 3 };

type Wording = Readonly<Record<UnaccountedReason | "leftOut", (words: string) => string>>;

const wording: Readonly<Record<Speech, Wording>> = {
  en: {
    forbidden: (words) => `You said ${words}, so I have changed nothing. What should I do instead?`,
    doubtful: (words) => `You said ${words}, which is not a clear request. Should I do it?`,
    request: (words) =>
      `I understood the rest, but not ${words}. Should I leave that out, or can you put it another way?`,
    unused: (words) => `I do not know what to do with ${words}. Should I leave it out, or what does it mean here?`,
    leftOut: (words) => `I did not use ${words}.`,
  },
  ru: {
    forbidden: (words) => `Вы сказали ${words}, поэтому я ничего не меняю. Что нужно сделать?`,
    doubtful: (words) => `Вы сказали ${words}, это звучит не как поручение. Всё-таки сделать?`,
    request: (words) => `Остальное понятно, а ${words} нет. Сделать без этого или скажете иначе?`,
    unused: (words) => `Не понимаю, что делать с ${words}. Сделать без этого или что это значит?`,
    leftOut: (words) => `Не использовано: ${words}.`,
  },
};

const longest = 120;

function quote(words: string, speech: Speech): string {
  const short = shortenWords(words, longest);
  return speech === "ru" ? `«${short}»` : `“${short}”`;
}
