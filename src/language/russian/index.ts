import { once } from "../../plan/once.ts";
import type { Language } from "../language.ts";
import { compileLexicon } from "../lexicon/compile.ts";
import { phraseAt, translationsOf } from "./concepts/index.ts";
import { dateWords } from "./date-words.ts";
import { lexicon } from "./lexicon.ts";
import { russianNormalForm } from "./normal-form.ts";
import { numberWords, russianNumberAt } from "./numbers.ts";
import { foldYo, stemRussian } from "./stem.ts";
import { russianUnits } from "./units.ts";
import { planWords } from "./plan-words.ts";
import { verbForm } from "./verb-form.ts";
import * as words from "./words.ts";

const hollowStems = once(() => new Set([...words.hollowStems(), ...numberWords.map(stemRussian)]));

export const russian: Language = {
  code: "ru",
  script: "Cyrillic",
  lexicon: compileLexicon({ text: lexicon, fold: foldYo, stem: stemRussian, byStem: () => false }),
  verbForm,
  ordersBy: "form",
  beforeVerb: new Set(),
  nounVerbs: new Set(),
  adjectiveVerbs: new Set(),
  // «Ромашки Мирту»: an accusative behind another case begins a name of its own.
  partsNames: (before, lower) => /[ую]$/.test(lower) && !/[ую]$/.test(before),
  isPlural: (lower) => /(?:[ыи]|[ыи]е|[ыи]х|ов|ей|ам|ям|ами|ями)$/.test(lower),
  stem: stemRussian,
  normalForm: russianNormalForm,
  meanings: translationsOf,
  phraseAt,
  functionWords: words.functionWords,
  tellingWords: words.tellingWords,
  prepositions: words.prepositions,
  get requestVerbStems() {
    return words.requestVerbStems();
  },
  questionWords: words.questionWords,
  asked: words.asked,
  conjunctions: words.conjunctions,
  connectors: words.connectors,
  negations: words.negations,
  pronouns: words.pronouns,
  quantifiers: words.quantifiers,
  conditionals: words.conditionals,
  get switchWords() {
    return words.switchWords();
  },
  units: russianUnits,
  // A number word is read as a number, never as a name.
  get hollowStems() {
    return hollowStems();
  },
  codeNames: words.codeNames,
  frequencies: words.frequencies,
  numberAt: russianNumberAt,
  dateWords: compileLexicon({ text: dateWords, fold: foldYo, stem: stemRussian, byStem: () => false }),
  planWords,
  dayFirst: true,
};
