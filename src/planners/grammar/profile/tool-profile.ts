import { languages } from "../../../language/languages.ts";
import { isJsonObject, type JsonObject } from "../../../plan/json.ts";
import type { ToolSpec } from "../../../plan/tool-spec.ts";
import { contentStems, nameWords, stemOf } from "./name-words.ts";
import { type ParamProfile, readParams } from "./param-profile.ts";
import { plain } from "./plain.ts";
import { enumOf, propertiesOf, text } from "./schema.ts";

/** A tool as choosing and filling see it; parameters are read when first needed. */
export type ToolProfile = {
  spec: ToolSpec;
  /** Stems of the name in order. */
  nameStems: readonly string[];
  /** The same without words of asking: "weather" of "get_weather". */
  things: readonly string[];
  /** Content stems of the description. */
  described: readonly string[];
  /** Stem to weight: name 1.2, description 1, parameters 0.5, what they take 0.2. */
  terms: ReadonlyMap<string, number>;
  params(): readonly ParamProfile[];
};

export function createToolProfile(spec: ToolSpec): ToolProfile {
  const nameStems = nameWords(spec.name)
    .filter((word) => !/^\d+$/.test(word))
    .map((word) => stemOf(word));
  const described = contentStems(spec.description);
  let params: readonly ParamProfile[] | undefined;
  return {
    spec,
    nameStems,
    things: nameStems.filter((stem) => !languages.en.requestVerbStems.has(stem)),
    described,
    terms: termsOf(spec, nameStems, described),
    params: () => (params ??= readParams(spec.inputSchema)),
  };
}

function termsOf(
  { inputSchema }: ToolSpec,
  nameStems: readonly string[],
  described: readonly string[],
): Map<string, number> {
  const terms = new Map<string, number>();
  if (typeof inputSchema !== "boolean") addProperties(terms, inputSchema, 1);
  for (const word of described) raise(terms, word, 1);
  for (const word of nameStems) raise(terms, word, 1.2);
  return terms;
}

const deepest = 3;

/** Words of the parameters, those of nested objects too. */
function addProperties(terms: Map<string, number>, object: JsonObject, depth: number): void {
  for (const [name, schema] of Object.entries(propertiesOf(object)).slice(0, 60)) {
    for (const word of nameWords(name)) raise(terms, stemOf(word), 0.6 - 0.1 * depth);
    if (!isJsonObject(schema)) continue;
    for (const word of contentStems(text(schema["description"])).slice(0, 12)) raise(terms, word, 0.2);
    for (const option of enumOf(schema).slice(0, 40))
      for (const word of nameWords(plain(option))) if (word.length > 2) raise(terms, stemOf(word), 0.2);
    if (depth < deepest) addProperties(terms, schema, depth + 1);
  }
}

function raise(terms: Map<string, number>, word: string, weight: number): void {
  if ((terms.get(word) ?? 0) < weight) terms.set(word, weight);
}
