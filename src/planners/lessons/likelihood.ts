import { type NamedOption, namedOptions } from "./option-words.ts";
import type { Json } from "../../plan/json.ts";
import type { GoalText } from "../packs/goal-text.ts";
import { absent, type Example, keyOf, type Learned, prepositionBefore, stemsAt, type Value } from "./learned.ts";
import type { WordKind } from "./name-runs.ts";

/** A request, and the lessons of the tool that it is planned with. */
export type Scene = {
  goalText: GoalText;
  tool: string;
  learned: Learned;
  examples: readonly Example[];
  features: ReadonlySet<string>;
  names: ReadonlyMap<string, readonly NamedOption[]>;
  kinds: readonly WordKind[];
  trust: ReadonlyMap<string, number>;
};

/** Chosen on one half of the Russian home commands. */
const weights = { feature: 0.3, smooth: 0.5, trusted: 0.6, prior: 5 };

/**
 * How far words for an option can be believed: as often as lessons of the tool bear it out. Before any do, a parameter
 * that is another in each lesson is read from the words, and one that is mostly the same is not.
 */
export function trustIn(param: string, choices: readonly Json[], examples: readonly Example[]): number {
  const values = examples.flatMap(({ args }) => args.get(param) ?? []).map(keyOf);
  const varies = values.length < 2 ? 0.5 : (new Set(values).size - 1) / (values.length - 1);
  let all = Math.min(weights.prior, 1 + values.length);
  let right = all * varies;
  for (const { goalText, args } of examples) {
    const named = namedOptions(goalText, choices);
    if (named.length === 0) continue;
    const value = keyOf(args.get(param) ?? absent);
    right += Number(named.some(({ option }) => keyOf({ kind: "value", json: option }) === value));
    all += 1;
  }
  return Math.max(0.03, Math.min(0.97, right / all));
}

export function isTrusted(param: string, { trust }: Pick<Scene, "trust">): boolean {
  return (trust.get(param) ?? 0) >= weights.trusted;
}

type Site = { param: string; chosen: ReadonlyMap<string, Value>; scene: Scene };

/** Log of how likely each candidate is by the words of the request, and by the values chosen so far. */
export function weigh(candidates: readonly Value[], site: Site): [Value, number][] {
  const { param, chosen, scene } = site;
  // Which option it is, trusted words say; lessons only say that there is one.
  const groupOf = (one: Value): string => (isTrusted(param, scene) && one.kind === "value" ? "value" : keyOf(one));
  const rows = [...Map.groupBy(candidates, groupOf)].map(([key, members]) => {
    const having = scene.examples.filter(({ args }) => hasKey(args.get(param), key));
    let score = Math.log((having.length + weights.smooth) / (scene.examples.length + 1)) + featureLift(having, scene);
    for (const [other, value] of chosen) score += pairLift({ key, other, value }, site);
    const inner = members.map((one) => memberScore(param, one, scene));
    if (key === "text") score += Math.max(...inner);
    else score += nameLift(param, members, scene);
    return { members, inner, score };
  });
  const total = logSum(rows.map(({ score }) => score));
  return rows.flatMap(({ members, inner, score }) =>
    members.map((one, at): [Value, number] => [one, score - total + (inner[at] ?? 0) - logSum(inner)]),
  );
}

function logSum(scores: readonly number[]): number {
  const most = Math.max(...scores);
  return most + Math.log(scores.reduce((sum, score) => sum + Math.exp(score - most), 0));
}

/** What naming an option adds to an option, and takes from there being none. */
function nameLift(param: string, members: readonly Value[], { names, trust }: Scene): number {
  if ((names.get(param) ?? []).length === 0) return 0;
  const sure = trust.get(param) ?? 0.5;
  return Math.log((members.some(({ at }) => at !== undefined) ? sure : 1 - sure) / 0.5);
}

function memberScore(param: string, value: Value, scene: Scene): number {
  if (value.kind === "text") return textScore(param, value, scene);
  if (value.kind !== "value") return 0;
  const sure = scene.trust.get(param) ?? 0.5;
  if (value.at !== undefined) return Math.log(sure) + 0.1 * (value.at.end - value.at.start);
  return Math.log(1 - sure) + liftOf(param, value, scene) - 1;
}

/** A value that lessons have shown, or words behind a preposition that lessons have shown. */
function textScore(param: string, { at }: Value, { goalText, kinds, learned }: Scene): number {
  const { before, values } = learned.texts.get(param) ?? { before: new Set<string>(), values: new Set<string>() };
  if (at === undefined) return 0;
  const said = kinds.slice(at.start, at.end);
  const preposition = prepositionBefore(goalText, at.start);
  const place = before.has(preposition) ? 1 : preposition === "" ? 0 : 0.5;
  if (values.has(stemsAt(goalText, at))) return place + 3;
  return place - 0.7 * Number(said[0] === "kind" || said[0] === "known");
}

/** How much the words of the request speak for a value. */
export function liftOf(param: string, value: Value, scene: Scene): number {
  return featureLift(
    scene.examples.filter(({ args }) => hasKey(args.get(param), keyOf(value))),
    scene,
  );
}

function featureLift(having: readonly Example[], { features, examples }: Scene): number {
  let score = 0;
  for (const feature of features) score += lift(having, examples, (one) => one.features.has(feature));
  return weights.feature * score;
}

/** Log of how much likelier these have it than all do, smoothed: few lessons say little. */
function lift(having: readonly Example[], all: readonly Example[], has: (one: Example) => boolean): number {
  const count = all.filter(has).length;
  if (count === 0) return 0;
  const share = (count + 0.5) / (all.length + 1);
  return Math.log((having.filter(has).length + share) / (having.length + 1) / share);
}

/** How much likelier a value is beside another; what other tools show of the two parameters counts as well. */
function pairLift({ key, other, value }: { key: string; other: string; value: Value }, { param, scene }: Site): number {
  const { tool, learned } = scene;
  const all = learned.all.filter((one) => one.tool === tool || (one.args.has(param) && one.args.has(other)));
  const having = all.filter(({ args }) => hasKey(args.get(param), key));
  const otherKey = ({ args }: Example): string => keyOf(args.get(other) ?? absent);
  const wanted = keyOf(value);
  if (all.some((one) => otherKey(one) === wanted)) return lift(having, all, (one) => otherKey(one) === wanted);
  if (value.kind !== "value") return 0;
  // A value that no lesson has is likelier beside one that goes with many values than beside one that goes with few.
  const newsIn = (rows: readonly Example[]): number => {
    const values = rows.map(otherKey).filter((one) => one.startsWith("="));
    return (new Set(values).size + 0.5) / (rows.length + 1);
  };
  return Math.log(newsIn(having) / newsIn(all));
}

function hasKey(value: Value = absent, key: string): boolean {
  return key === "value" ? value.kind === "value" : keyOf(value) === key;
}
