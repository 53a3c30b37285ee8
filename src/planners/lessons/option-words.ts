import { russianFor } from "../../language/russian/concepts/index.ts";
import { memoizeByIdentity } from "../../plan/bounded-cache.ts";
import type { Json } from "../../plan/json.ts";
import { stems, type Stems } from "../packs/compiled-pack.ts";
import { standsAt } from "../packs/find-value.ts";
import { type GoalText, isFunctionWord } from "../packs/goal-text.ts";

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

/** An option of a parameter and the words of the request that name it. */
export type NamedOption = { option: Json; start: number; end: number };

/** Options that words of the request name: «красный» names "red". A shorter name inside a longer one is none. */
export function namedOptions(goalText: GoalText, choices: readonly Json[]): NamedOption[] {
  const index = indexOf(choices);
  const found = goalText.tokens.flatMap((token, start) =>
    (index.get(token.stem) ?? []).flatMap(({ option, words }): NamedOption[] => {
      // "On" alone is seldom an option; "in progress" is one.
      if (isFunctionWord(token) && words.length === 1) return [];
      const end = standsAt(goalText, start, words);
      return end === undefined ? [] : [{ option, start, end }];
    }),
  );
  return found.filter(
    ({ start, end }) =>
      !found.some((other) => other.start <= start && other.end >= end && other.end - other.start > end - start),
  );
}

/** The words for every option, by their first stem. */
const indexOf = memoizeByIdentity((choices: readonly Json[]): ReadonlyMap<string, { option: Json; words: Stems }[]> =>
  Map.groupBy(
    choices.flatMap((option) => wordsFor(option).map((said) => ({ option, words: stems(said) }))),
    ({ words: [first = ""] }) => first,
  ),
);
