import type { JsonObject } from "../../plan/json.ts";
import type { ToolSpec } from "../../plan/tool-spec.ts";
import type { BoundTool } from "../packs/bind-tools.ts";
import type { GoalText } from "../packs/goal-text.ts";
import type { PhraseMatch } from "../packs/match-phrase.ts";
import type { TaughtBook } from "./book.ts";
import { absent, type Example, featuresOf, keyOf, learnedFrom, type Range, stemsAt, type Value } from "./learned.ts";
import { isTrusted, liftOf, type Scene, trustIn, weigh } from "./likelihood.ts";
import { nameRuns, wordCost, wordKinds, wordsLeft } from "./name-runs.ts";
import { namedOptions } from "./option-words.ts";

/**
 * Arguments for a request that no lesson covers, learned from all lessons of the tool: how often each value went with
 * each word, and with each value of the other parameters. The likeliest values are chosen together, not copied from
 * the nearest lesson. Counting alone decides, so the same lessons give the same plan. Used for best guesses only.
 */

/** Most lessons of a tool that are counted, the first ones. */
const mostExamples = 200;
/** Choices that are kept while one parameter after the other is decided. */
const beamWidth = 64;
/** What a word without a place in the plan costs, and how much lessons must speak for an option that no word names. */
const [leftCost, leastLift] = [2, 0.6];
/** An option with which more lessons than this agree needs no word for it. */
const usualShare = 0.5;

type Site = { bound: BoundTool; tool: ToolSpec | undefined; goalText: GoalText; match: PhraseMatch; book: TaughtBook };
type Setting = Scene & { params: readonly string[]; taken: readonly Range[]; given: JsonObject };
type Choice = { values: ReadonlyMap<string, Value>; score: number };

export function learnArguments(given: JsonObject, site: Site): JsonObject {
  const { bound, goalText } = site;
  const learned = learnedFrom(site.book);
  const examples = (learned.byTool.get(bound.tool) ?? []).slice(0, mostExamples);
  if (examples.length === 0) return given;
  const setting = settingOf(given, site, examples);
  const made: JsonObject = {};
  for (const [param, value] of likeliest(setting)) {
    const { kind, json, at } = value;
    const isGuess =
      kind === "value" &&
      at === undefined &&
      isTrusted(param, setting) &&
      liftOf(param, value, setting) < leastLift &&
      shareOf(param, value, setting) < usualShare;
    if (isGuess && !bound.required.has(param)) continue;
    const found = kind === "other" ? given[param] : kind === "text" && at !== undefined ? textAt(goalText, at) : json;
    if (found !== undefined) made[param] = found;
  }
  return made;
}

/** How many lessons of those with the parameter have the value. */
function shareOf(param: string, value: Value, { examples }: Setting): number {
  const having = examples.flatMap(({ args }) => args.get(param) ?? []);
  return having.filter((one) => keyOf(one) === keyOf(value)).length / (having.length + 1);
}

function settingOf(
  given: JsonObject,
  { bound, tool, goalText, match, book }: Site,
  examples: readonly Example[],
): Setting {
  const learned = learnedFrom(book);
  const seen = new Set(examples.flatMap(({ args }) => [...args.keys()]));
  const closed = [...bound.choices].filter(([param]) => seen.has(param));
  const names = new Map(closed.map(([param, choices]) => [param, namedOptions(goalText, choices)]));
  const trust = new Map(closed.map(([param, choices]) => [param, trustIn(param, choices, examples)]));
  const [options, doubtful] = [true, false].map((sure) =>
    [...names].flatMap(([param, found]) => (isTrusted(param, { trust }) === sure ? found : [])),
  );
  const isTyped = (name: string): boolean =>
    match.phrase.slots.some((slot) => slot.name === name && slot.type !== "text" && slot.type !== "entity");
  return {
    goalText,
    tool: bound.tool,
    learned,
    examples,
    given,
    params: [...seen.union(new Set([...learned.texts.keys()].filter((param) => bound.known.has(param))))],
    taken: [...match.slots].flatMap(([name, found]) => (isTyped(name) && found.end > 0 ? [found] : [])),
    features: featuresOf(goalText),
    names,
    kinds: wordKinds(goalText, { tool, options: options ?? [], doubtful: doubtful ?? [], outside: learned.outside }),
    trust,
  };
}

/** The likeliest values together: words decide first, then lessons, then what words are left. */
function likeliest(setting: Setting): ReadonlyMap<string, Value> {
  const rank = (param: string): number => (setting.learned.texts.has(param) ? 2 : isTrusted(param, setting) ? 0 : 1);
  const best = (choices: readonly Choice[]): Choice[] => choices.toSorted((a, b) => b.score - a.score);
  let beam: Choice[] = [{ values: new Map(), score: 0 }];
  for (const param of setting.params.toSorted((a, b) => rank(a) - rank(b)))
    beam = best(
      beam.flatMap(({ values, score }) =>
        weigh(candidatesFor(param, values, setting), { param, chosen: values, scene: setting }).map(
          ([value, more]): Choice => ({ values: new Map([...values, [param, value]]), score: score + more }),
        ),
      ),
    ).slice(0, beamWidth);
  const costOf = (values: Choice["values"]): number =>
    leftIn(values, setting).reduce((sum, at) => sum + wordCost[setting.kinds[at] ?? "name"], 0);
  const [first] = best(beam.map(({ values, score }) => ({ values, score: score - leftCost * costOf(values) })));
  return first?.values ?? new Map<string, Value>();
}

function candidatesFor(param: string, chosen: Choice["values"], setting: Setting): Value[] {
  const { names, examples, learned, goalText, given, kinds } = setting;
  const found: Value[] = (names.get(param) ?? []).map(({ option, ...at }) => ({ kind: "value", json: option, at }));
  const add = (value: Value): void => {
    const isKnown = ({ at, ...known }: Value): boolean =>
      keyOf(known) === keyOf(value) && (value.kind !== "text" || at?.start === value.at?.start);
    if (!found.some(isKnown)) found.push(value);
  };
  const others = new Map([...chosen].filter(([, { kind: other }]) => other === "text"));
  const texts = (): Value[] => nameRuns(leftIn(others, setting), kinds).map((at): Value => ({ kind: "text", at }));
  const known = learned.texts.get(param)?.values;
  if (known !== undefined)
    texts()
      .filter(({ at }) => at !== undefined && known.has(stemsAt(goalText, at)))
      .forEach(add);
  for (const { args } of examples) {
    const { kind, json = null } = args.get(param) ?? absent;
    if (kind === "text") texts().forEach(add);
    else if (kind === "value") add({ kind, json });
    else add(kind === "other" && given[param] === undefined ? absent : { kind });
  }
  return found.length === 0 ? [absent] : found;
}

function leftIn(values: Choice["values"], { goalText, taken }: Setting): number[] {
  return wordsLeft(goalText, [...taken, ...[...values.values()].flatMap(({ at }) => at ?? [])]);
}

function textAt({ source, tokens }: GoalText, { start, end }: Range): string {
  return source.slice(tokens[start]?.from ?? 0, tokens[end - 1]?.to ?? 0);
}
