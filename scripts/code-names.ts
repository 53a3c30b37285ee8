import { writeFileSync } from "node:fs";
import { resolve } from "node:path";

// Names of currencies, languages and regions, taken from the Unicode CLDR of the running Node. They are kept as data, because
// plans must not depend on the version of Node that makes them. Run by hand: node scripts/code-names.ts
const letters = "abcdefghijklmnopqrstuvwxyz".split("");
const pairs = letters.flatMap((first) => letters.map((second) => first + second));
const codes = {
  currency: Intl.supportedValuesOf("currency"),
  language: pairs,
  region: pairs.map((pair) => pair.toUpperCase()).filter((code) => new Intl.Locale(`und-${code}`).region === code),
} as const;

for (const [folder, locale] of Object.entries({ english: "en", russian: "ru" })) {
  const names = Object.entries(codes).map(([type, list]) => {
    const namer = new Intl.DisplayNames(locale, { type: type as keyof typeof codes, fallback: "none" }); // one of the three
    return [
      type,
      Object.fromEntries(list.flatMap((code) => [[code, namer.of(code)]].filter(([, name]) => name !== undefined))),
    ];
  });
  const file = resolve(import.meta.dirname, `../src/language/${folder}/code-names.json`);
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(names), null, 1)}\n`);
  console.log(file);
}
