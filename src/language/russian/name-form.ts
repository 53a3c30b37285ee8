import { inLatin } from "./transliterate.ts";

export type NameForm = "plain" | "genitive" | "dative" | "accusative" | "instrumental";

/** The case a name stands in, told by its ending against the name as it is listed. Short names ("Машу") end in -а where they are plain. */
export function nameForm(said: string, listed: string): NameForm {
  const [word, name] = [fold(said), fold(listed)];
  if (word === name || inLatin(word) === name || !/[а-я]$/.test(word)) return "plain";
  const isForeign = /[a-z]$/.test(name);
  const endsHard = /[^аяaeiouy]$/.test(name) && (isForeign || word.startsWith(name.slice(0, 3)));
  if (/(?:ом|ем|ой|ей|ою|ею)$/.test(word)) return "instrumental";
  if (/[ыи]$/.test(word)) return "genitive";
  if (word.endsWith("е")) return "dative";
  if (/[ую]$/.test(word)) return endsHard ? "dative" : "accusative";
  return /[ая]$/.test(word) && endsHard ? "genitive" : "plain";
}

function fold(word: string): string {
  return word.toLowerCase().replaceAll("ё", "е");
}

/** The name that a possessive adjective is made of: «дашины» is of «даша», «томову» of «том». Undefined for any other word. */
export function possessorOf(word: string): string | undefined {
  const ending = "(|а|о|ы|ой|у|ых|ым|ыми|ому|ого)$";
  const base = new RegExp(`^([а-яё]{2,})ин${ending}`).exec(word)?.[1];
  const male = new RegExp(`^([а-яё]{2,})[ое]в${ending}`).exec(word)?.[1];
  return base === undefined ? male : `${base}а`;
}

/** Whether a noun stands in the accusative of motion («на паузу», «в переговоры») and not in the locative («на паузе», «в переговорах»). */
export function isMotion(words: string): boolean {
  return /(?:[^ь][ую]|[ыи])$/.test(words.toLowerCase());
}
