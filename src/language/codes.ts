import { languages } from "./languages.ts";
import type { CodeKind } from "./language.ts";
import type { Token } from "./token.ts";

const tables = new Map<CodeKind, ReadonlyMap<string, string>>();

/** The code of a name, in English or Russian, in any of its forms. */
export function codeOf(kind: CodeKind, words: readonly Pick<Token, "stem" | "text">[]): string | undefined {
  return tableOf(kind).get(words.map(({ stem, text }) => stem || text.toLowerCase()).join(" "));
}

/** The code that a text names or is. */
export function codeIn(kind: CodeKind, text: string): string | undefined {
  return tableOf(kind).get(keyOf(text));
}

function keyOf(name: string): string {
  return name
    .toLowerCase()
    .split(/[\s-]+/)
    .map((word) => languages[/\p{Script=Cyrillic}/u.test(word) ? "ru" : "en"].stem(word))
    .join(" ");
}

function tableOf(kind: CodeKind): ReadonlyMap<string, string> {
  const known = tables.get(kind);
  if (known !== undefined) return known;
  const table = new Map<string, string>();
  const codes = kind === "currency" ? Intl.supportedValuesOf("currency") : pairs(kind);
  if (kind === "currency") for (const code of codes) table.set(keyOf(code), code);
  for (const { code: locale, codeNames } of [languages.en, languages.ru]) {
    const names = new Intl.DisplayNames(locale, { type: kind, fallback: "none" });
    for (const code of codes) {
      const name = names.of(code);
      if (name !== undefined && !table.has(keyOf(name))) table.set(keyOf(name), code);
    }
    for (const group of codeNames?.[kind].split(/;\s*/) ?? []) {
      const [code = "", ...others] = group.trim().split(/\s+/);
      for (const name of others) table.set(keyOf(name), code);
    }
  }
  tables.set(kind, table);
  return table;
}

/** Every code of two letters that was not replaced by another, assigned or not. */
function pairs(kind: CodeKind): string[] {
  const letters = "abcdefghijklmnopqrstuvwxyz".split("");
  const all = letters.flatMap((first) => letters.map((second) => first + second));
  if (kind === "language") return all;
  return all.map((pair) => pair.toUpperCase()).filter((code) => new Intl.Locale(`und-${code}`).region === code);
}
