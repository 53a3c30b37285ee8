import english from "../english/code-names.json" with { type: "json" };
import russian from "../russian/code-names.json" with { type: "json" };
import { languages } from "../languages.ts";
import type { CodeKind } from "../language.ts";
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
  if (kind === "currency") for (const code of Object.keys(english.currency)) table.set(keyOf(code), code);
  for (const [names, { codeNames }] of [[english, languages.en] as const, [russian, languages.ru] as const]) {
    for (const [code, name] of Object.entries(names[kind])) if (!table.has(keyOf(name))) table.set(keyOf(name), code);
    for (const group of codeNames?.[kind].split(/;\s*/) ?? []) {
      const [code = "", ...others] = group.trim().split(/\s+/);
      for (const name of others) table.set(keyOf(name), code);
    }
  }
  tables.set(kind, table);
  return table;
}
