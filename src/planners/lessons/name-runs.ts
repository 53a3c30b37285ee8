import { isVerbForm } from "../../language/words/is-verb-form.ts";
import { languages } from "../../language/languages.ts";
import { hasRole } from "../../language/words/roles.ts";
import type { Token } from "../../language/words/token.ts";
import { tokenize } from "../../language/words/tokenize.ts";
import { isJsonObject } from "../../plan/json.ts";
import type { ToolSpec } from "../../plan/tool-spec.ts";
import { type GoalText, isFunctionWord } from "../packs/goal-text.ts";
import type { Range } from "./learned.ts";

/**
 * What a word may be besides part of a name: an option, a kind of thing, the noun that a question or a quantity counts
 * ("which lamp", "all lamps"), a word of other lessons, a form of a verb.
 */
export type WordKind = "name" | "option" | "kind" | "counted" | "known" | "verb";
/** How badly a word of this kind wants a place in the plan. */
export const wordCost: Readonly<Record<WordKind, number>> = {
  name: 1,
  option: 0.3,
  kind: 0.1,
  counted: 0.1,
  known: 0,
  verb: 0.2,
};

type KnownWords = {
  tool: ToolSpec | undefined;
  /** Words that name an option, and those that do so by chance: they say what kind of thing it is. */
  options: readonly Range[];
  doubtful: readonly Range[];
  outside: ReadonlySet<string>;
};

export function wordKinds(goalText: GoalText, { tool, options, doubtful, outside }: KnownWords): WordKind[] {
  const { tokens } = goalText;
  const kinds = new Set(kindWords(tool));
  const counted = countedWords(goalText, options);
  return tokens.map((token, at) => {
    const { stem, lang } = token;
    const { hollowStems, switchWords } = languages[lang];
    if (counted.has(at)) return "counted";
    if (isVerbForm(token) || switchWords.has(stem)) return "verb";
    if (outside.has(stem)) return "known";
    if (isIn(options, at)) return "option";
    if (
      isIn(doubtful, at) ||
      hollowStems?.has(stem) === true ||
      [stem, ...languages[lang].meanings(stem)].some((one) => kinds.has(one))
    )
      return "kind";
    return "name";
  });
}

function isIn(ranges: readonly Range[], at: number): boolean {
  return ranges.some(({ start, end }) => at >= start && at < end);
}

/** Nouns that are counted or asked for are no names: "which of the lamps", "how many open doors", "is there a leak". */
function countedWords({ tokens, reading }: GoalText, options: readonly Range[]): Set<number> {
  const counted = new Set<number>();
  for (const { start, end, ...span } of reading.spans) {
    const isThere = tokens
      .slice(start, end)
      .some(({ lower }) => hasRole(lower, "existential") || hasRole(lower, "having"));
    if (span.kind !== "quantifier" && (span.kind !== "question" || (span.asks === "whether" && !isThere))) continue;
    let at = end;
    while (tokens[at] !== undefined && isSkipped(tokens[at])) at += 1;
    for (let word = start; word <= at; word += 1) counted.add(word);
    for (const option of options)
      if (option.start === at) for (let word = at; word < option.end; word += 1) counted.add(word);
  }
  return counted;
}

/** Between "which" and its noun. */
function isSkipped(token: Token | undefined): boolean {
  return token !== undefined && token.kind === "word" && (isFunctionWord(token) || isVerbForm(token));
}

/** What the descriptions of the tool and its parameters speak of: "name of a device". */
function kindWords(tool: ToolSpec | undefined): string[] {
  const properties = isJsonObject(tool?.inputSchema) ? tool.inputSchema["properties"] : undefined;
  const abouts = Object.values(isJsonObject(properties) ? properties : {}).map((one) =>
    isJsonObject(one) && typeof one["description"] === "string" ? one["description"] : "",
  );
  return [tool?.description ?? "", ...abouts].flatMap((text) => tokenize(text).map(({ stem }) => stem));
}

/** Words that no value accounts for. */
export function wordsLeft({ tokens }: GoalText, taken: readonly Range[]): number[] {
  return tokens.flatMap((token, at) =>
    token.kind !== "word" || isFunctionWord(token) || taken.some(({ start, end }) => at >= start && at < end)
      ? []
      : [at],
  );
}

/**
 * Neighbouring words that are left and may be a name: each run, with and without the words at its beginning that say what
 * kind of thing it is ("the sensor Air").
 */
export function nameRuns(left: readonly number[], kinds: readonly WordKind[]): Range[] {
  const runs: Range[] = [];
  for (const at of left) {
    if (kinds[at] === "verb" || kinds[at] === "counted") continue;
    const last = runs.at(-1);
    if (last?.end === at) last.end = at + 1;
    else runs.push({ start: at, end: at + 1 });
  }
  return runs.flatMap(({ start, end }) => {
    let from = start;
    while (from < end && (kinds[from] === "kind" || kinds[from] === "known")) from += 1;
    if (!kinds.slice(from, end).includes("name")) return [];
    return from === start
      ? [{ start, end }]
      : [
          { start, end },
          { start: from, end },
        ];
  });
}
