import { memoizeByIdentity } from "../bounded-cache.ts";
import { createGraph, type Graph } from "../graph.ts";
import type { Issue } from "../issue.ts";
import { nearest } from "../nearest.ts";
import { type JsonTypes, typesAt } from "../schema-types.ts";
import type { Surface } from "../surface.ts";
import type { JsonSchema, Toolbox } from "../tool-spec.ts";
import { collectSites, type ReferenceSite } from "./sites.ts";
import { callsOf, type Sketch, type SketchedCall, type StepSketch } from "./sketch.ts";

export type ValidationOptions = {
  /** The tools a plan may use. Without a toolbox, tools are not checked. */
  readonly toolbox?: Toolbox | undefined;
  /** Narrows the toolbox. */
  readonly allowedTools?: ReadonlySet<string> | undefined;
  /** How many steps were requested. */
  readonly stepCount?: number | undefined;
  /** Dependencies must come before their dependents. */
  readonly ordered?: boolean | undefined;
  /** The schema of the values that references to `params` name; without it there are none. */
  readonly parameters?: JsonSchema | undefined;
  /** The contract that must be able to carry the plan. */
  readonly surface?: Surface | undefined;
};

/** The inputs of every rule. */
export type Context = {
  readonly sketch: Sketch;
  readonly graph: Graph;
  readonly options: ValidationOptions;
  /** Positions of the steps whose results can be referred to, by name. */
  readonly producers: ReadonlyMap<string, number>;
  readonly sites: readonly ReferenceSite[];
  readonly calls: readonly SketchedCall[];
  /** `typesAt`, cached. */
  readonly typesAt: (schema: JsonSchema, path: readonly string[]) => JsonTypes | undefined;
  /** The closest known word, or undefined. */
  readonly suggest: (word: string, known: Iterable<string>) => string | undefined;
};

/** One validation rule. Pure; returns every violation. */
export type Rule = (context: Context) => Issue[];

export function createContext(sketch: Sketch, options: ValidationOptions): Context {
  return {
    sketch,
    graph: createGraph(sketch.steps),
    options,
    producers: producersOf(sketch),
    sites: collectSites(sketch),
    calls: callsOf(sketch),
    typesAt: knownTypesAt,
    suggest: createSuggest(),
  };
}

type TypesByPath = Map<string, JsonTypes | undefined>;

/** Cached by identity: plans refer to few fields of few tools. Schemas are not mutated. */
const placesOf = memoizeByIdentity((_schema: object): TypesByPath => new Map());
const maxPaths = 1_000;

function knownTypesAt(schema: JsonSchema, path: readonly string[]): JsonTypes | undefined {
  if (typeof schema === "boolean") return typesAt(schema, path);
  const places = placesOf(schema);
  // Most paths have one field.
  const key = path.length === 1 ? `.${path[0]}` : JSON.stringify(path);
  const types = places.get(key);
  if (types !== undefined || places.has(key)) return types;
  const found = typesAt(schema, path);
  if (places.size >= maxPaths) places.clear();
  places.set(key, found);
  return found;
}

/** Maximum suggestion lookups per validation, so that thousands of typos in a long plan stay cheap. */
const maxComparisons = 20_000;

function createSuggest(): Context["suggest"] {
  let left = maxComparisons;
  return (word, known) => {
    const words = [...known];
    left -= words.length;
    return left < 0 ? undefined : nearest(word, words);
  };
}

/** The names of a step's result: its key, and its id where the spelling uses ids or no key is given. */
export function resultNames(step: StepSketch, spelling: Sketch["spelling"]): string[] {
  const { id, resultKey } = step;
  if (resultKey === undefined) return id === undefined ? [] : [id];
  return spelling === "results" || id === undefined || id === resultKey ? [resultKey] : [resultKey, id];
}

/** The step that produces each result name. Of two steps with the same name the first is kept; a rule reports the other. */
function producersOf({ steps, spelling }: Sketch): Map<string, number> {
  const producers = new Map<string, number>();
  steps.forEach((step, at) => {
    for (const name of resultNames(step, spelling)) if (!producers.has(name)) producers.set(name, at);
  });
  return producers;
}
