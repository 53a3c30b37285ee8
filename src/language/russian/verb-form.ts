import type { VerbForm } from "../spans/span.ts";

const nounsLikeVerbs = new Set(
  "запись подпись роль бронь связь часть очередь речь помощь вещь ночь новость повесть".split(" "),
);
const deeds =
  /(?:[аея]ни|ци|ств|ост)(?:е|я|ю|ем|и|й|ям|ях|ями|ией|ь|ью)$|ий$|[кцгх]и$|ов$|ам$|ами$|ах$|[ао]в?к[аиуе]$|кой$|ск[аи]/;

const endings: readonly (readonly [RegExp, VerbForm])[] = [
  [
    /(?:[нвющ]н|вш|[юуая]щ|ем|им)(?:ый|ая|ое|ые|ого|ой|ому|ым|ую|ых|ыми|ом|ие|их|ий|яя|ее|его|ему|им|ими)$/,
    "participle",
  ],
  [/(?:[еая]н[аоы]?|ы?т[аоы])$/, "participle"],
  [/(?:(?:мет|вет|стрет)ь|[^оеая]чь|[аи]чь)$/, "imperative"],
  // Infinitives end in -йти, -дти, -сти and -зти; so do orders of verbs in -стить.
  [/(?:[^йсзд]ти|пусти|чисти|прости|(?:пере|по|раз|у)мести)$/, "imperative"],
  [/(?:ть|ти|чь)$/, "infinitive"],
  [/(?:удали|продли|[^с]дели|[иы]сли|(?:вы|при|по|ото|пере|разо)шли)$/, "imperative"],
  [/(?:л|ла|ло|ли)$/, "past"],
  [/(?:йте|ите|ьте|й|и|ь)$/, "imperative"],
  [/(?:ем|им|ет|ит|ешь|ишь|ете|ут|ют|ат|ят|ю|у)$/, "present"],
];

/** What the ending says of a verb of the lexicon; undefined for the nouns of its family ("перенос", "отправка"). */
export function verbForm(said: string): VerbForm | undefined {
  const lower = said.replaceAll("ё", "е");
  if (nounsLikeVerbs.has(lower)) return undefined;
  // «Вернись» is reflexive, «повысь» is not.
  return formOf(lower.replace(/(?<=.{3})(?:ся|сь)$/, "")) ?? (lower.endsWith("сь") ? formOf(lower) : undefined);
}

function formOf(word: string): VerbForm | undefined {
  if (/^помоги|^вернись$/.test(word)) return "imperative";
  for (const [ending, form] of endings)
    if (ending.test(word)) return form === "imperative" && deeds.test(word) ? undefined : form;
  return undefined;
}
