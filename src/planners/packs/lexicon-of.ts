import type { Lexicon } from "../grammar/lexicon.ts";
import type { ReadyPack } from "./match-packs.ts";

/** What packs teach the grammar for requests that no phrase of theirs covers: values, tools and words by other names. */
export function lexiconOf(packs: readonly ReadyPack[]): Lexicon {
  return {
    phrases: packs.flatMap(({ pack, tools }) =>
      Object.entries(pack.tools).flatMap(([alias, { says }]) => {
        const tool = tools.get(alias)?.tool;
        return tool === undefined ? [] : says.map((text) => ({ text, tool }));
      }),
    ),
    aliases: packs.flatMap(({ pack }) =>
      Object.values(pack.entities).flatMap(({ values, params }) =>
        params.length === 0
          ? []
          : values.flatMap(({ is, says }) => says.map((text) => ({ text, value: is ?? text, params }))),
      ),
    ),
    meanings: packs.flatMap(({ pack }) => Object.entries(pack.words).map(([word, means]) => ({ word, means }))),
  };
}
