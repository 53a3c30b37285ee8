import { once } from "../../plan/once.ts";
import type { Language } from "../language.ts";
import { compileLexicon } from "../lexicon/compile.ts";
import { dateWords } from "./date-words.ts";
import { lexicon } from "./lexicon.ts";
import { numberAt } from "./numbers.ts";
import { stem } from "./stem.ts";
import { meanings } from "./synonyms.ts";
import { units } from "./units.ts";
import { emptyAdjectives, emptyNouns, codeNames } from "./vocabulary.ts";
import { planWords } from "./plan-words.ts";
import { verbForm } from "./verb-form.ts";
import * as words from "./words.ts";

const fold = (word: string): string => word.replaceAll("’", "'");

const hollowStems = once(() => new Set([...emptyNouns, ...emptyAdjectives].map((word) => stem(word))));

export const english: Language = {
  code: "en",
  script: "Latin",
  lexicon: compileLexicon({
    text: lexicon,
    fold,
    stem,
    byStem: (concept) => concept.startsWith("op."),
  }),
  verbForm,
  ordersBy: "place",
  beforeVerb: words.beforeVerb,
  nounVerbs: words.nounVerbs,
  adjectiveVerbs: words.adjectiveVerbs,
  partsNames: () => false,
  isPlural: (lower) => /[^s]s$/.test(lower) || lower === "people",
  stem,
  normalForm: (phrase) => phrase.map((token, i) => (i > 0 && !token.glued ? " " : "") + token.text).join(""),
  meanings,
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
  units,
  frequencies: words.frequencies,
  get hollowStems() {
    return hollowStems();
  },
  codeNames,
  numberAt,
  dateWords: compileLexicon({ text: dateWords, fold, stem, byStem: () => false }),
  planWords,
  dayFirst: false,
};
