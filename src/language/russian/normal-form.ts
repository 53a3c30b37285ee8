import type { Token } from "../words/token.ts";
import { dictionaryForms } from "./concepts/index.ts";
import { femaleNames, maleNames, places } from "./concepts/names.ts";
import { foldLetters } from "./stem.ts";

/**
 * The phrase in the nominative, as far as the dictionary knows its words. A Russian phrase bends its adjectives and its
 * first noun; what follows stays in the genitive. Forms that may as well be plural, and unknown words, stay as said.
 */
export function russianNormalForm(phrase: readonly Token[]): string {
  const words = phrase.map((token) => token.text);
  const at = phrase.findIndex((token) => nounOf(token) !== undefined);
  const head = phrase[at];
  if (head === undefined) return joined(phrase, words);
  const noun = nounOf(head) ?? head.text;
  words[at] = cased(noun, head.text);
  for (let i = 0; i < at; i += 1) words[i] = agreeing(words[i] ?? "", noun);
  const surname = phrase[at + 1];
  if (surname !== undefined && people.has(foldLetters(noun))) words[at + 1] = surnameOf(surname.text, noun);
  return joined(phrase, words);
}

function joined(phrase: readonly Token[], words: readonly string[]): string {
  return words.map((word, i) => (i > 0 && phrase[i]?.glued !== true ? ` ${word}` : word)).join("");
}

function nounOf(token: Token): string | undefined {
  if (token.kind !== "word" || token.lang !== "ru") return undefined;
  const form = foldLetters(token.text);
  forms ??= createForms();
  return (
    (token.capital ? forms.names.get(form) : undefined) ??
    forms.nouns.get(form) ??
    (token.capital ? guessed(token.text) : undefined)
  );
}

/** Endings that give an unknown name away: "Ромашкой", "Викторией", "Глобусом". */
function guessed(word: string): string | undefined {
  const [, feminine] = /^(.{2,}[кгх])(?:у|ой|е|и)$/.exec(word) ?? [];
  if (feminine !== undefined) return `${feminine}а`;
  const [, soft] = /^(.{2,}и)(?:ю|ей|и)$/.exec(word) ?? [];
  if (soft !== undefined) return `${soft}я`;
  return /^(.{3,}[бвгджзклмнпрстфхц])ом$/.exec(word)?.[1];
}

/** Keeps the capital the person wrote. */
function cased(lemma: string, said: string): string {
  const first = said.charAt(0);
  const capital = first !== first.toLowerCase();
  return capital ? lemma.charAt(0).toUpperCase() + lemma.slice(1) : lemma;
}

/** An adjective before a noun takes its gender. */
function agreeing(word: string, noun: string): string {
  const base = /^(.*[^аеиоуыэюя])(?:ого|ому|ым|ом|ой|ую|его|ему|им|ем|ей|юю)$/i.exec(word)?.[1];
  if (base === undefined || base.length < 3) return word;
  const soft = /(?:его|ему|им|ем|ей|юю)$/i.test(word);
  if (/[ая]$/.test(noun)) return base + (soft ? "яя" : "ая");
  if (/[ое]$/.test(noun)) return base + (soft ? "ее" : "ое");
  return base + (soft || /[кгхжшщч]$/.test(base) ? "ий" : "ый");
}

/** A surname follows the first name's gender: "Ивана Петрова" is a man, "Анна Петрова" is not. */
function surnameOf(word: string, firstName: string): string {
  const base = /^(.+(?:ов|ев|ёв|ин|ын))(?:а|у|ым|е|ой)?$/i.exec(word)?.[1];
  if (base === undefined) return word;
  return /[ая]$/.test(firstName) && !/^(?:Илья|Никита)$/.test(firstName) ? `${base}а` : base;
}

/** Singular forms that cannot be taken for the nominative. */
function obliqueForms(lemma: string, isName: boolean): string[] {
  const cut = lemma.slice(0, -1);
  const ends = (...endings: string[]) => endings.map((ending) => cut + ending);
  if (/(?:ый|ой)$/.test(lemma)) return [...attach(lemma, ["ого", "ому", "ым", "ом"], 2)];
  if (/[гкхжшщчн]ий$/.test(lemma) && !/рий$|мий$/.test(lemma))
    return attach(lemma, ["ого", "ому", "им", "ом", "его", "ему", "ем"], 2);
  if (/(?:ая|яя)$/.test(lemma)) return attach(lemma, ["ой", "ую", "ей", "юю"], 2);
  if (lemma.endsWith("ия")) return [...ends("ю", "ей"), ...(isName ? ends("и") : [])];
  if (lemma.endsWith("а")) return [...ends("у", "е", "ой", "ей"), ...(isName ? ends("ы", "и") : [])];
  if (lemma.endsWith("я")) return [...ends("ю", "е", "ей"), ...(isName ? ends("и") : [])];
  if (lemma.endsWith("о")) return ends("у", "ом", "е");
  if (lemma.endsWith("ие") || lemma.endsWith("ье")) return ends("ю", "ем");
  if (lemma.endsWith("й")) return [...ends("я", "ю", "ем", "е"), ...(lemma.endsWith("ий") ? ends("и") : [])];
  if (/(?:тель|арь|орь)$/.test(lemma)) return ends("я", "ю", "ем", "е");
  if (lemma.endsWith("ь")) return [...ends("ью"), ...(isName ? ends("и") : [])];
  const fleeting = /^(.+[бвгджзклмнпрстфхцчшщ])[оеё]([кц])$/.exec(lemma);
  const bases = fleeting === null ? [lemma] : [lemma, `${fleeting[1] ?? ""}${fleeting[2] ?? ""}`];
  return bases.flatMap((base) => ["а", "у", "ом", "ем", "е"].map((ending) => base + ending));
}

function attach(lemma: string, endings: readonly string[], cut: number): string[] {
  return endings.map((ending) => lemma.slice(0, -cut) + ending);
}

function formsOf(lemmas: readonly string[], isName: boolean): ReadonlyMap<string, string> {
  const forms = new Map<string, string>();
  for (const lemma of lemmas)
    for (const form of obliqueForms(lemma, isName))
      if (!forms.has(foldLetters(form))) forms.set(foldLetters(form), lemma);
  for (const lemma of lemmas) forms.set(foldLetters(lemma), lemma);
  return forms;
}

const people = new Set([...maleNames, ...femaleNames].map(foldLetters));

type Forms = Record<"names" | "nouns", ReturnType<typeof formsOf>>;
let forms: Forms | undefined;

function createForms(): Forms {
  // Adjectives bend only before a noun; as heads they are nouns already ("гостиная").
  const nouns = dictionaryForms().filter((form) => !/(?:ый|[гкхжшщчн]ий|ой)$/.test(form));
  return { names: formsOf([...maleNames, ...femaleNames, ...places], true), nouns: formsOf(nouns, false) };
}
