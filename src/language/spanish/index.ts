import type { Language, PhraseRole } from "../language.ts";
import { compileLexicon } from "../lexicon/compile.ts";
import { createNumberReader, numberForms } from "../spans/number-reader.ts";
import type { VerbForm } from "../spans/span.ts";
import { dateWords } from "./date-words.ts";
import { lexicon } from "./lexicon.ts";

const wordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Plurals and genders of one word share a stem; verbs are in the lexicon with their forms. */
function stem(word: string): string {
  return word.length < 5 ? word : word.replace(/(?:es|s)$/, "").replace(/[aoe]$/, "");
}

const endings: readonly (readonly [RegExp, VerbForm])[] = [
  [/(?:ado|ada|ados|adas|ido|ida|idos|idas)$/, "participle"],
  [/(?:ando|iendo)$/, "gerund"],
  [/[aeií]r(?:lo|la|los|las|me|le|les)?$/, "infinitive"],
  [/(?:é|ó|aron|ieron|aste|iste)$/, "past"],
  [/(?:amos|emos|imos)$/, "present"],
];

const numberAt = createNumberReader({
  small: numberForms(`
0: cero; 1: uno; 2: dos; 3: tres; 4: cuatro; 5: cinco; 6: seis; 7: siete; 8: ocho; 9: nueve; 10: diez; 11: once; 12: doce; 13: trece; 14: catorce; 15: quince; 16: dieciséis dieciseis; 17: diecisiete; 18: dieciocho;
19: diecinueve; 20: veinte; 21: veintiuno veintiún veintiuna; 22: veintidós veintidos; 23: veintitrés veintitres; 24: veinticuatro; 25: veinticinco; 26: veintiséis veintiseis; 27: veintisiete; 28: veintiocho; 29: veintinueve;
30: treinta; 40: cuarenta; 50: cincuenta; 60: sesenta; 70: setenta; 80: ochenta; 90: noventa; 100: cien ciento; 200: doscientos doscientas; 300: trescientos trescientas; 400: cuatrocientos cuatrocientas;
500: quinientos quinientas; 600: seiscientos seiscientas; 700: setecientos setecientas; 800: ochocientos ochocientas; 900: novecientos novecientas`),
  ordinals: numberForms(
    "1: primero primera primer; 2: segundo segunda; 3: tercero tercera tercer; 4: cuarto cuarta; 5: quinto quinta; 6: sexto sexta; 7: séptimo; 8: octavo; 9: noveno; 10: décimo",
  ),
  scales: numberForms("12: docena docenas; 1000: mil; 1000000: millón millones millon"),
  short: new Map(),
  glued: numberForms("1000: k"),
  letters: numberForms("1000: K; 1000000: m M"),
  fractions: numberForms("0.5: medio media"),
  denominators: numberForms("0.3333333333333333: tercios; 0.25: cuartos"),
  halves: [
    ["y", "medio"],
    ["y", "media"],
  ],
  joiners: new Set(["y"]),
  articles: new Set(["un", "una"]),
  inverted: new Set(),
  beforeOne: new Set(["el", "la", "otro"]),
  bareScale: true,
  hundredsAreThousands: false,
  decimal: ",",
  ordinalEnding: /^(?:º|ª|o|a)$/,
  fold: (word) => word,
});

const prepositions = new Map<string, PhraseRole>([
  ["de", "owner"],
  ["del", "owner"],
  ["desde", "source"],
  ["a", "goal"],
  ["al", "goal"],
  ["hasta", "goal"],
  ["en", "place"],
  ["para", "person"],
  ["por", "means"],
  ["con", "means"],
  ["sobre", "topic"],
]);

/** A small language: what requests, numbers and dates need, and no vocabulary of a domain. */
export const spanish: Language = {
  code: "es",
  script: "Latin",
  lexicon: compileLexicon({ text: lexicon, fold: (word) => word, stem, byStem: () => false }),
  verbForm: (lower) => endings.find(([ending]) => ending.test(lower))?.[1] ?? "imperative",
  ordersBy: "place",
  beforeVerb: wordSet("que debo debemos para puedes podrías quiero"),
  nounVerbs: new Set(),
  adjectiveVerbs: new Set(),
  partsNames: () => false,
  isPlural: (lower) => lower.endsWith("s"),
  stem,
  normalForm: (phrase) => phrase.map((token, i) => (i > 0 && !token.glued ? " " : "") + token.text).join(""),
  meanings: () => [],
  functionWords: wordSet(
    "el la los las un una unos unas de del al a en y e o u que qué con por para sin sobre entre es son está están ser estar lo le les se su sus mi mis tu tus este esta esto estos estas ese esa eso me te nos ya muy más menos como cuando donde todo toda todos todas hay fue era ha han no sí si pero",
  ),
  prepositions,
  requestVerbStems: new Set(),
  questionWords: wordSet("qué quién cuándo dónde cómo cuál cuáles cuánto cuánta cuántos cuántas"),
  asked: new Map(),
  conjunctions: new Set(["y", "e", "o", "u"]),
  connectors: new Set(["luego", "después", "además"]),
  negations: new Set(["no", "nunca", "sin"]),
  pronouns: wordSet("lo la los las esto eso ellos ellas"),
  quantifiers: wordSet("cada todo toda todos todas ambos ambas"),
  conditionals: new Set(["si", "cuando"]),
  switchWords: new Map(),
  units: new Map(
    "minuto minute,minutos minute,hora hour,horas hour,día day,días day,semana week,semanas week,mes month,meses month,año year,años year,kilo kilogram,kilos kilogram,kg kilogram,metro meter,metros meter,km kilometer,euro EUR,euros EUR,€ EUR,dólar USD,dólares USD,$ USD,% percent"
      .split(",")
      .map((row) => [row.split(" ")[0] ?? "", row.split(" ")[1] ?? ""] as const),
  ),
  frequencies: new Map(),
  numberAt,
  dateWords: compileLexicon({ text: dateWords, fold: (word) => word, stem, byStem: () => false }),
  dayFirst: true,
};
