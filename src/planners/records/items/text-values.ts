import { memoizeByIdentity } from "../../../plan/bounded-cache.ts";
import { languages } from "../../../language/languages.ts";
import type { Token } from "../../../language/words/token.ts";
import { keysOf } from "../world/names.ts";
import type { SenseOf } from "../world/senses.ts";
import { textOf, type World } from "../world/world.ts";

type TextValue = { words: readonly (readonly string[])[]; sense: SenseOf<"mark"> };

/** Words of the longest value that is looked for. */
const mostWords = 4;

/** "Clients in Oslo", "who is head of sales": values that stand in fields with a text, in names' own spelling. */
export function textValuesIn(
  tokens: readonly Token[],
  world: World,
): { start: number; end: number; senses: SenseOf<"mark">[] }[] {
  const index = indexOf(world);
  const said = tokens.map((token) => (isContent(token) ? keysOf(token.lower) : []));
  return said.flatMap((keys, start) => {
    const found = keys.flatMap((key) => index.get(key) ?? []);
    const ends = found.map(({ words }) => endOf(words, start, { said, tokens }));
    const end = Math.max(0, ...ends.map((one) => one ?? 0));
    const fitting = found.filter((_, at) => ends[at] === end);
    const senses = new Map(fitting.map(({ sense }) => [JSON.stringify(sense), sense]));
    return end === 0 ? [] : [{ start, end, senses: [...senses.values()] }];
  });
}

/** The token behind a value that begins at a token; small words may stand between. */
function endOf(
  words: TextValue["words"],
  start: number,
  { said, tokens }: { said: readonly (readonly string[])[]; tokens: readonly Token[] },
): number | undefined {
  let at = start;
  for (const keys of words) {
    while (at > start && at < tokens.length && said[at]?.length === 0 && tokens[at]?.kind === "word") at += 1;
    if (said[at]?.some((key) => keys.includes(key)) !== true) return undefined;
    at += 1;
  }
  return at;
}

function isContent({ kind, lang, lower }: Token): boolean {
  return kind === "word" && !languages[lang].functionWords.has(lower);
}

/** Values by the spellings of their first word. */
const indexOf = memoizeByIdentity(
  ({ pack, rows }: World): ReadonlyMap<string, TextValue[]> => {
    const index = new Map<string, TextValue[]>();
    for (const [kind, all] of rows) {
      const { fields = {}, name, body } = pack.records[kind] ?? {};
      const own = Object.keys(fields).filter(
        (field) => fields[field]?.type === "text" && field !== name && field !== body,
      );
      for (const field of own)
        for (const value of new Set(all.map((row) => textOf(row[field])))) {
          const words = value.split(/[^\p{L}\p{N}]+/u).filter((word) => isWord(word));
          if (!/^\p{Lu}/u.test(value) || words.length > mostWords) continue;
          const keys = words.map((word) => keysOf(word, "kept").filter((key) => !key.includes(":")));
          const entry = { words: keys, sense: { is: "mark" as const, kind, where: [{ field, is: [value] }] } };
          for (const key of keys[0] ?? []) index.set(key, [...(index.get(key) ?? []), entry]);
        }
    }
    return index;
  },
  ({ rows }) => rows,
);

function isWord(word: string): boolean {
  return word !== "" && Object.values(languages).every(({ functionWords }) => !functionWords.has(word.toLowerCase()));
}
