import { isVerbForm } from "../../language/words/is-verb-form.ts";
import { languages } from "../../language/languages.ts";
import { tokenize } from "../../language/words/tokenize.ts";
import { isJsonObject } from "../../plan/json.ts";
import type { ToolSpec } from "../../plan/tool-spec.ts";
import { type GoalText, isFunctionWord } from "../packs/goal-text.ts";
import type { Range } from "./learned.ts";

/** What a word may be besides part of a name: an option, a kind of thing, a word of other lessons, a form of a verb. */
export type WordKind = "name" | "option" | "kind" | "known" | "verb";
/** How badly a word of this kind wants a place in the plan. */
export const wordCost: Readonly<Record<WordKind, number>> = { name: 1, option: 0.3, kind: 0.1, known: 0, verb: 0.2 };

type KnownWords = { tool: ToolSpec | undefined; options: readonly Range[]; outside: ReadonlySet<string> };

export function wordKinds({ tokens }: GoalText, { tool, options, outside }: KnownWords): WordKind[] {
  const kinds = new Set(kindWords(tool));
  return tokens.map((token, at) => {
    const { stem, lang } = token;
    const { hollowStems, switchWords } = languages[lang];
    if (outside.has(stem)) return "known";
    if (isVerbForm(token) || switchWords.has(stem)) return "verb";
    if (hollowStems?.has(stem) === true || [stem, ...languages[lang].meanings(stem)].some((one) => kinds.has(one)))
      return "kind";
    return options.some(({ start, end }) => at >= start && at < end) ? "option" : "name";
  });
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

/** Neighbouring words that are left: each run may be a name, with and without the words at its ends that are seldom in one. */
export function nameRuns(left: readonly number[], kinds: readonly WordKind[]): Range[] {
  const runs: Range[] = [];
  for (const at of left) {
    const last = runs.at(-1);
    if (last?.end === at) last.end = at + 1;
    else runs.push({ start: at, end: at + 1 });
  }
  return runs.flatMap((run) => {
    let { start, end } = run;
    while (end > start && kinds[end - 1] === "verb") end -= 1;
    while (start < end - 1 && kinds[start] !== "name") start += 1;
    if (start === end) return [];
    return end - start === run.end - run.start ? [run] : [run, { start, end }];
  });
}
