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
  const namesOf = (type: keyof typeof codes): Record<string, string> => {
    const namer = new Intl.DisplayNames(locale, { type, fallback: "none" });
    return Object.fromEntries(
      codes[type].map((code) => [code, namer.of(code) ?? ""]).filter(([, name]) => name !== ""),
    );
  };
  const names = { currency: namesOf("currency"), language: namesOf("language"), region: namesOf("region") };
  const file = resolve(import.meta.dirname, `../src/language/${folder}/code-names.json`);
  writeFileSync(file, `${JSON.stringify(names, null, 1)}\n`);
  console.log(file);
}
