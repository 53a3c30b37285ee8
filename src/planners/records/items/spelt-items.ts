import type { Token } from "../../../language/words/token.ts";
import { inLatin } from "../../../language/russian/transliterate.ts";
import { textOf, type World } from "../world/world.ts";

type SpelledValue = { start: number; end: number; value: string };

/** Short names of records in the ways people type them: "stu 4", "stu4", «сту-4». */
export function keysIn(tokens: readonly Token[], { pack, rows }: World): SpelledValue[] {
  const known = new Map<string, string>();
  for (const [kind, { key }] of Object.entries(pack.records))
    if (key !== undefined)
      for (const row of rows.get(kind) ?? []) known.set(plainKey(textOf(row[key])), textOf(row[key]));
  return tokens.flatMap((token, start): SpelledValue[] => {
    for (const end of [start + 1, start + 2, start + 3]) {
      const said = tokens.slice(start, end);
      if (!/^\p{L}{2,6}\d*$/u.test(token.lower.replace("-", "").replace(/\d+$/, "") + "0")) return [];
      const value = known.get(plainKey(said.map(({ lower }) => lower).join("")));
      if (value !== undefined && tokens[end]?.kind !== "number") return [{ start, end, value }];
    }
    return [];
  });
}

function plainKey(key: string): string {
  return inLatin(key.toLowerCase().replaceAll(/[\s-]/g, ""));
}

export function isPhone(text: string): boolean {
  return /^\+?[\d ()-]+$/.test(text) && text.replaceAll(/\D/g, "").length >= 10;
}

/** Runs of digits that are a phone number. */
export function phonesIn(source: string, tokens: readonly Token[]): SpelledValue[] {
  return [...source.matchAll(/(?<![\p{L}\p{N}.,])\+?\d[\d ()-]{8,}\d(?![\p{L}\p{N}])/gu)].flatMap((match) => {
    const [from, to] = [match.index, match.index + match[0].length];
    const digits = match[0].replaceAll(/\D/g, "");
    const own = tokens.flatMap((token, at) => (token.from >= from && token.to <= to ? [at] : []));
    const [start, last] = [own[0], own.at(-1)];
    if (digits.length < 10 || digits.length > 15 || start === undefined || last === undefined) return [];
    return [{ start, end: last + 1, value: match[0].trim() }];
  });
}
