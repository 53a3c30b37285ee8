import { createGraph, type Graph } from "../graph.ts";
import type { Issue } from "../issue.ts";
import { nearest } from "../nearest.ts";
import { type JsonTypes, typesAt } from "../schema-types.ts";
import type { Surface } from "../surface.ts";
import type { JsonSchema, Toolbox } from "../tool-spec.ts";
import { producersOf } from "./producers.ts";
import { collectSites, type Site } from "./sites.ts";
import type { Sketch } from "./sketch.ts";

export type ValidationOptions = {
  /** The tools a plan may use. Without a toolbox nothing is said about tools. */
  readonly toolbox?: Toolbox | undefined;
  /** Narrows the toolbox. */
  readonly allowedTools?: ReadonlySet<string> | undefined;
  /** How many steps were asked for. */
  readonly stepCount?: number | undefined;
  /** Dependencies must stand before their dependents. */
  readonly ordered?: boolean | undefined;
  /** Where the plan is to be carried. */
  readonly surface?: Surface | undefined;
};

/** What every rule may look at. */
export type Context = {
  readonly sketch: Sketch;
  readonly graph: Graph;
  readonly options: ValidationOptions;
  /** Positions of the steps whose results can be referred to, by name. */
  readonly producers: ReadonlyMap<string, number>;
  readonly sites: readonly Site[];
  /** `typesAt`, remembered. */
  readonly typesAt: (schema: JsonSchema, path: readonly string[]) => JsonTypes | undefined;
  /** The word that was meant, or undefined. */
  readonly suggest: (word: string, known: Iterable<string>) => string | undefined;
};

/** One thing a plan must hold to. Pure; finds every violation of its own. */
export type Rule = (context: Context) => Issue[];

export function createContext(sketch: Sketch, options: ValidationOptions): Context {
  return {
    sketch,
    graph: createGraph(sketch.steps),
    options,
    producers: producersOf(sketch),
    sites: collectSites(sketch),
    typesAt: knownTypesAt,
    suggest: createSuggest(),
  };
}

type TypesByPath = Map<string, JsonTypes | undefined>;

/** By identity: plans refer to few fields of few tools, again and again. Schemas are values and do not change. */
const known = new WeakMap<object, TypesByPath>();
const maxPaths = 1_000;

function knownTypesAt(schema: JsonSchema, path: readonly string[]): JsonTypes | undefined {
  if (typeof schema === "boolean") return typesAt(schema, path);
  const places: TypesByPath = known.get(schema) ?? new Map();
  known.set(schema, places);
  const key = JSON.stringify(path);
  const types = places.get(key);
  if (types !== undefined || places.has(key)) return types;
  const found = typesAt(schema, path);
  if (places.size >= maxPaths) places.clear();
  places.set(key, found);
  return found;
}

/** Comparisons with known words in one validation, so that thousands of slips in a long plan stay cheap. */
const maxComparisons = 20_000;

function createSuggest(): Context["suggest"] {
  let left = maxComparisons;
  return (word, known) => {
    const words = [...known];
    left -= words.length;
    return left < 0 ? undefined : nearest(word, words);
  };
}
