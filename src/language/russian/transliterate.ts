import { memoize } from "../../plan/bounded-cache.ts";

/** Each word of a text is held against the names of all records. */
const mostWords = 5_000;

/** Cyrillic letters that look like Latin ones; people type "РО-5001" on whichever layout is on. */
const lookalikes: ReadonlyMap<string, string> = new Map(
  Array.from("АВЕКМНОРСТУХаеорсух", (letter, at) => [letter, "ABEKMHOPCTYXaeopcyx".charAt(at)] as const),
);

/** The text in Latin letters where every Cyrillic letter in it has a Latin double; else the text itself. */
export function latinLookalike(text: string): string {
  const cyrillic = text.match(/\p{Script=Cyrillic}/gu) ?? [];
  if (cyrillic.length === 0 || !cyrillic.every((letter) => lookalikes.has(letter))) return text;
  return text.replaceAll(/\p{Script=Cyrillic}/gu, (letter) => lookalikes.get(letter) ?? letter);
}

// Longest first: "shch" before "sh".
const spellings = pairs(
  "shch щ sch щ zh ж kh х ts ц ch ч sh ш yu ю ju ю ya я ja я yo е ye е iy ий yy ый ey ей ay ай oy ой " +
    "a а b б v в g г d д e е z з i и j й k к l л m м n н o о p п r р s с t т u у f ф h х c ц y ы w в x кс ' ь",
);

/** A Russian word spelt in Latin letters, as people do without a Russian keyboard: "zadachu", "sozdai". */
export const toCyrillic: (word: string) => string = memoize(mostWords, (word) => {
  let rest = word.toLowerCase();
  let spelt = "";
  while (rest !== "") {
    const found = spellings.find(([latin]) => rest.startsWith(latin));
    spelt += found?.[1] ?? rest.charAt(0);
    rest = rest.slice(found?.[0].length ?? 1);
  }
  return spelt.replace(/([аеоу])и$/, "$1й");
});

function pairs(table: string): readonly (readonly [string, string])[] {
  return Array.from(table.matchAll(/(\S+) (\S+)/g), ([, latin = "", letter = ""]) => [latin, letter] as const);
}

const letters = new Map(
  Array.from("абвгдезийклмнопрстуфыэ", (letter, at) => [letter, "abvgdeziiklmnoprstufie".charAt(at)] as const).concat([
    ["ж", "zh"],
    ["х", "kh"],
    ["ц", "ts"],
    ["ч", "ch"],
    ["ш", "sh"],
    ["щ", "shch"],
    ["ю", "iu"],
    ["я", "ia"],
    ["ь", ""],
    ["ъ", ""],
  ]),
);

/** A name as it may be spelt in Latin letters, the ways to spell it folded: "Дарья" and "Daria", "Илья" and "Ilya". */
export const inLatin: (name: string) => string = memoize(mostWords, (name) =>
  Array.from(name, (letter) => letters.get(letter) ?? letter)
    .join("")
    .replaceAll(/[yj]/g, "i")
    .replaceAll("x", "ks")
    .replaceAll("ck", "k")
    .replaceAll(/c(?!h)|q/g, "k")
    .replaceAll("w", "v")
    .replaceAll(/i+/g, "i"),
);
