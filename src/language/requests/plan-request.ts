import type { DateSetting, PlanWords } from "../language.ts";
import { languages } from "../languages.ts";
import { read } from "../reading.ts";
import type { Span } from "../spans/span.ts";
import type { LanguageCode, Token } from "../words/token.ts";
import { tokenize } from "../words/tokenize.ts";

/** A request to run a saved plan: the words that may name it, and what the text says besides. */
export type PlanRequest = { words: PlanWords["texts"]; stems: ReadonlySet<string>; spans: readonly Span[] };

/** "run the month-end plan for October", «запусти план закрытия месяца за октябрь». */
export function planRequest(text: string, setting: DateSetting): PlanRequest | undefined {
  const tokens = tokenize(text);
  const [first] = tokens.filter(({ kind }) => kind === "word");
  for (const { planWords } of Object.values(languages)) {
    if (planWords === undefined || first === undefined || !planWords.run.has(first.lower)) continue;
    if (!tokens.some(({ lower }) => planWords.plan.has(lower))) continue;
    const { spans } = read(text, setting);
    return { words: planWords.texts, stems: new Set(tokens.flatMap(partsOf)), spans };
  }
  return undefined;
}

/** The texts about plans in a language. */
export function planTexts(code: LanguageCode): PlanWords["texts"] | undefined {
  return languages[code].planWords?.texts;
}

/** The stems of a name or description, without words that shape a sentence. */
export function namingStems(text: string): string[] {
  return tokenize(text).flatMap((token) =>
    languages[token.lang].functionWords.has(token.lower) ? [] : partsOf(token),
  );
}

function partsOf({ lower, lang }: Token): string[] {
  return lower.split(/[^\p{L}\p{N}]+/u).flatMap((part) => (part === "" ? [] : [languages[lang].stem(part)]));
}
