import { compact } from "../../plan/compact.ts";
import { languages } from "../../language/languages.ts";
import { isVerbForm } from "../../language/words/is-verb-form.ts";
import { memoizeByIdentity } from "../../plan/bounded-cache.ts";
import type { Json } from "../../plan/json.ts";
import { compilePack } from "../packs/compiled-pack.ts";
import { type GoalText, isFunctionWord, readGoalText } from "../packs/goal-text.ts";
import { matchPhrase, type PhraseMatch } from "../packs/match-phrase.ts";
import type { Pack } from "../packs/pack.ts";
import { isQuestion } from "./match.ts";
import { anyTime, type TaughtBook } from "./book.ts";

export type Range = { start: number; end: number };
/** What a parameter may be: nothing, a value of its own, words of the request, or what a slot of another type found. */
export type Value = { kind: "absent" | "value" | "text" | "other"; json?: Json; at?: Range };
/** One lesson of a single call, as counts are taken from it. */
export type Example = {
  tool: string;
  args: ReadonlyMap<string, Value>;
  features: ReadonlySet<string>;
  goalText: GoalText;
  /** Stems of the words that are no part of a value. */
  outside: readonly string[];
};
/** What lessons show of a parameter that takes text: the prepositions before it, and its values by stems. */
type TextParam = { before: Set<string>; values: Set<string> };
export type Learned = {
  all: readonly Example[];
  byTool: ReadonlyMap<string, readonly Example[]>;
  texts: ReadonlyMap<string, TextParam>;
  outside: ReadonlySet<string>;
};

export const absent: Value = { kind: "absent" };

/** What the lessons of a book show, counted once. */
export const learnedFrom = memoizeByIdentity(({ rules }: TaughtBook): Learned => {
  const all = rules.flatMap(exampleOf);
  const texts = new Map<string, TextParam>();
  for (const { args, goalText } of all)
    for (const [param, { kind, at }] of args) {
      if (kind !== "text" || at === undefined || at.end === 0) continue;
      const row = texts.get(param) ?? { before: new Set(), values: new Set() };
      row.before.add(prepositionBefore(goalText, at.start));
      row.values.add(stemsAt(goalText, at));
      texts.set(param, row);
    }
  const outside = new Set(all.flatMap((one) => one.outside));
  return { all, byTool: Map.groupBy(all, ({ tool }) => tool), texts, outside };
});

const exampleOf = memoizeByIdentity((rule: Pack): Example[] => {
  const [intent] = rule.intents;
  const [step, ...more] = intent?.steps ?? [];
  const [phrase] = compilePack(rule).phrases;
  if (intent === undefined || step === undefined || phrase === undefined || more.length > 0) return [];
  const goalText = readGoalText(intent.summary.ru ?? intent.summary.en ?? "", { setting: anyTime });
  const match = matchPhrase(phrase, goalText, new Set());
  const places = [...(match?.slots.values() ?? [])];
  return [
    {
      tool: rule.tools[step.tool]?.name ?? step.tool,
      args: new Map(Object.entries(step.args).map(([param, value]) => [param, valueOf(value, match)])),
      features: featuresOf(goalText),
      goalText,
      outside: goalText.tokens.flatMap(({ stem }, at) =>
        places.some(({ start, end }) => at >= start && at < end) ? [] : [stem],
      ),
    },
  ];
});

function valueOf(template: Json, match: PhraseMatch | undefined): Value {
  const name = typeof template === "string" ? /^\{(\w+)(?:\.\w+)?\}$/.exec(template)?.[1] : undefined;
  if (name === undefined) return { kind: "value", json: template };
  const type = match?.phrase.slots.find((slot) => slot.name === name)?.type;
  const at = match?.slots.get(name);
  if (type === "entity" && at !== undefined) return { kind: "value", json: at.value };
  return type === "text" ? { kind: "text", ...compact({ at }) } : { kind: "other" };
}

/** What a request says besides values: its words that carry a meaning, how it asks, and whether it speaks of one or several. */
export function featuresOf({ tokens, reading }: GoalText): Set<string> {
  const words = tokens.filter((token) => token.kind === "word" && !isFunctionWord(token));
  const found = new Set(words.map(({ stem }) => stem));
  for (const { lower, lang } of tokens) if (languages[lang].prepositions.has(lower)) found.add(`preposition ${lower}`);
  const says = words.some(isVerbForm);
  if (words.some((token) => !isVerbForm(token) && languages[token.lang].isPlural(token.lower))) found.add("is plural");
  for (const span of reading.spans) {
    if (span.kind === "quantifier") found.add(`quantity ${span.value}`);
    if (span.kind === "verb") found.add(`form ${span.form}`);
  }
  const asked = reading.spans.flatMap((span) =>
    span.kind === "question" && span.asks !== "whether" ? [span.asks] : [],
  );
  const asks = isQuestion(reading) ? (asked[0] ?? "whether") : "nothing";
  if (says) found.add("says a verb");
  return found.add(`asks ${asks}`).add(`asks ${asks}, ${says ? "with" : "without"} a verb`);
}

export function prepositionBefore({ tokens }: GoalText, at: number): string {
  const word = tokens[at - 1];
  return word !== undefined && languages[word.lang].prepositions.has(word.lower) ? word.lower : "";
}

export function stemsAt({ tokens }: GoalText, { start, end }: Range): string {
  const said = tokens.slice(start, end);
  return said.map(({ stem }) => stem).join(" ");
}

/** Two values are one if they have the same key. */
export function keyOf({ kind, json }: Value): string {
  return kind === "value" ? `=${JSON.stringify(json)}` : kind;
}
