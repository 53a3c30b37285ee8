import type { Token } from "./token.ts";

/** Whether a noun stands for several, by its ending. */
export function isPlural({ lower, lang }: Pick<Token, "lower" | "lang">): boolean {
  if (lang === "ru") return /(?:[ыи]|[аеияь]?х|[ая]ми|[ая]м|ов|ок|ек|[^аеёиоуыэюяйь])$/.test(lower);
  return /[^s]s$/.test(lower);
}
