import { shortNames as englishNames } from "../english/short-names.ts";
import { languages } from "../languages.ts";
import { shortNames as russianNames } from "../russian/short-names.ts";
import { inLatin, toCyrillic } from "../russian/transliterate.ts";

/** What people are called among themselves, and the names it stands for. */
const short = new Map(
  [englishNames, russianNames]
    .join(",")
    .split(",")
    .map((row) => row.trim().split(/\s+/).map(plain))
    .map(([said = "", ...names]) => [stemOf(said), names] as const),
);

/** Whether a word is this part of a name: in another case, short, in the other alphabet, or as a possessive without its sign. */
export function sameName(part: string, word: string): boolean {
  const [name, said] = [plain(part), plain(word)];
  if (name === said) return true;
  if (name.length < 3 || said.length < 3) return false;
  if (isCyrillic(said) && isCyrillic(name)) return isForm(name, said);
  const owned = said.endsWith("s") ? said.slice(0, -1) : said;
  if (isCyrillic(said) !== isCyrillic(name))
    return (
      [said, owned, stemOf(said)].some((word) => inLatin(word) === inLatin(name)) ||
      (isCyrillic(name) && [said, owned].some((word) => isForm(name, plain(toCyrillic(word)))))
    );
  return isForm(name, said) || isForm(name, owned);
}

function isForm(name: string, said: string): boolean {
  const stem = stemOf(said);
  return name === said || (isCyrillic(name) && stemOf(name) === stem) || short.get(stem)?.includes(name) === true;
}

function stemOf(word: string): string {
  return isCyrillic(word) ? languages.ru.stem(word) : word;
}

function plain(word: string): string {
  return word.toLowerCase().replaceAll("ё", "е");
}

function isCyrillic(word: string): boolean {
  return /\p{Script=Cyrillic}/u.test(word);
}
