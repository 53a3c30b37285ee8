import { russianFor } from "../../language/russian/concepts/index.ts";
import type { Json } from "../../plan/json.ts";

/** Most words that are combined for each word of an option of two: more would be seldom said. */
const mostCombined = 6;

/** How people name an option of a parameter: its own words, and the Russian words and phrases for them. */
export function wordsFor(option: Json): string[] {
  if (typeof option !== "string") return [];
  const name = option
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll(/[_-]+/g, " ")
    .toLowerCase()
    .trim();
  if (!/^[\p{L}\p{N} ]+$/u.test(name)) return [];
  return [...new Set([name, ...russianFor(name), ...combined(name.split(" "))])];
}

/** «скорость ветра» and «ветровая скорость» for wind_speed: Russian has the words in either order. */
function combined([first, second, ...more]: readonly string[]): string[] {
  if (first === undefined || second === undefined || more.length > 0) return [];
  const [one, other] = [first, second].map((word) => russianFor(word).slice(0, mostCombined));
  return (one ?? []).flatMap((a) => (other ?? []).flatMap((b) => [`${a} ${b}`, `${b} ${a}`]));
}
