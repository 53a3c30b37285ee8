import { memoizeByIdentity } from "../../plan/bounded-cache.ts";
import type { Json, JsonObject } from "../../plan/json.ts";
import type { BoundTool } from "../packs/bind-tools.ts";
import { stems } from "../packs/compiled-pack.ts";
import { wordsFor } from "./option-words.ts";

/** The options of a parameter by the stem of a word for them; a word for two options is left out. */
const optionsByStem = memoizeByIdentity((choices: readonly Json[]) => new Map(pairsOf(choices)));

function pairsOf(choices: readonly Json[]): [string, Json][] {
  const pairs = choices.flatMap((option) =>
    wordsFor(option).flatMap((word) => {
      const [stem, ...more] = stems(word);
      return stem === undefined || more.length > 0 ? [] : [[stem, option] as [string, Json]];
    }),
  );
  const counts = Map.groupBy(pairs, ([stem]) => stem);
  return pairs.filter(([stem]) => new Set(counts.get(stem)?.map(([, option]) => option)).size === 1);
}

/** Options of a lesson that is only like the request: a new word of the request that names another option means it. */
export function nameOptions(args: JsonObject, bound: BoundTool, words: readonly string[]): JsonObject {
  const entries = Object.entries(args).map(([param, value]) => {
    const choices = bound.choices.get(param);
    if (choices === undefined) return [param, value] as const;
    const byStem = optionsByStem(choices);
    const named = words.flatMap((stem) => byStem.get(stem) ?? []);
    return [param, named.length === 0 || named.includes(value) ? value : (named[0] ?? value)] as const;
  });
  return Object.fromEntries(entries);
}
