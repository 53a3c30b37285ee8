import {
  countedUnit,
  defaultIs,
  glossEnd,
  otherwiseUse,
  statedUnit,
} from "../../../language/english/manifest-patterns.ts";
import { languages } from "../../../language/languages.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../plan/json.ts";
import type { JsonSchema } from "../../../plan/tool-spec.ts";
import { type Hints, readHints } from "./hints.ts";
import { contentStems, nameWords, stemOf } from "./name-words.ts";
import { type Option, readOptions } from "./options.ts";
import { propertiesOf, requiredOf, resolve, text, typeOf, type ValueType } from "./schema.ts";

/** A parameter as filling sees it. Fields of nested objects are parameters of their own, with a longer path. */
export type ParamProfile = {
  path: readonly string[];
  schema: JsonObject;
  type: ValueType;
  /** Required, and so is every object around it. */
  required: boolean;
  /** Around it stands an object that is required, whose own fields need not be. */
  wanted: boolean;
  /** Required by the object it is in. */
  needed: boolean;
  nameStems: readonly string[];
  /** Last word of the name: what the value is. */
  head: string;
  /** The noun its description begins with: "probability" of "The probability of success". */
  gloss: string;
  /** Stem to how much it points at this parameter rather than at its siblings. */
  terms: ReadonlyMap<string, number>;
  options: readonly Option[];
  hints: Hints;
  fallback: Json | undefined;
  /** Element of an array. */
  item: ParamProfile | undefined;
  /** Fields of an element that is an object. */
  fields: readonly ParamProfile[];
  /** A format the description spells out, with a profile for each place to be filled. */
  template: { form: Template; slots: readonly ParamProfile[] } | undefined;
};

type ParamSite = { path: readonly string[]; required: boolean; wanted: boolean; needed: boolean; root: JsonSchema };

const mostParams = 60;
const deepest = 4;

/** Leaf parameters of a tool, objects opened, each weighted against its siblings. */
export function readParams(root: JsonSchema): ParamProfile[] {
  const top = resolve(typeof root === "boolean" ? {} : root, root);
  const leaves = openObject(top, { path: [], required: true, wanted: false, needed: true, root }).slice(0, mostParams);
  return weigh(leaves);
}

function openObject(schema: JsonObject, place: ParamSite): ParamProfile[] {
  const properties = propertiesOf(schema);
  const order = requiredOf(schema);
  const listed = new Set(order);
  const rank = (name: string): number => (listed.has(name) ? order.indexOf(name) : order.length);
  // Order of keys means nothing in JSON; order of the required list does.
  return Object.keys(properties)
    .toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
    .slice(0, mostParams)
    .flatMap((name) => {
      const inner = resolve(properties[name], place.root);
      const needed = listed.has(name);
      const required = place.required && needed;
      const at = {
        ...place,
        path: [...place.path, name],
        required,
        wanted: required ? false : place.required && place.path.length > 0,
        needed,
      };
      const opens =
        typeOf(inner) === "object" && isJsonObject(inner["properties"] ?? null) && at.path.length <= deepest;
      return opens ? openObject(inner, at) : [createProfile(inner, at)];
    });
}

function createProfile(schema: JsonObject, place: ParamSite): ParamProfile {
  const words = nameWords(place.path.at(-1) ?? "");
  const nameStems = words.filter((word) => !/^\d+$/.test(word)).map((word) => stemOf(word));
  const type = typeOf(schema);
  const inner = type === "array" ? resolve(schema["items"], place.root) : undefined;
  const hints = { ...readHints(words, schema), unit: unitOf(words, text(schema["description"])) };
  return {
    path: place.path,
    schema,
    type,
    required: place.required,
    wanted: place.wanted,
    needed: place.needed,
    nameStems,
    head: nameStems.at(-1) ?? "",
    gloss: glossOf(text(schema["description"])),
    terms: new Map(),
    // Words that describe a flag or a number are no values of it.
    options: readOptions(schema).filter(
      ({ strict, meaning }) => strict || meaning.length > 0 || type === "string" || type === "any",
    ),
    hints,
    fallback: schema["default"] ?? statedDefault(text(schema["description"]), type),
    item: inner === undefined ? undefined : itemProfile(inner, schema, place),
    fields:
      inner !== undefined && isJsonObject(inner["properties"] ?? null) && place.path.length <= deepest
        ? weigh(openObject(inner, { path: [], required: true, wanted: false, needed: true, root: place.root }))
        : [],
    template: type === "string" ? templateOf(text(schema["description"]), place) : undefined,
  };
}

function templateOf(description: string, place: ParamSite): ParamProfile["template"] {
  const form = readTemplate(description.slice(0, 600));
  if (form === undefined) return undefined;
  const slots = form.slots.map(({ name }) =>
    createProfile({ type: "string" }, { ...place, path: [name], required: true }),
  );
  return { form, slots: weigh(slots) };
}

/** An element is named like its array. */
function itemProfile(inner: JsonObject, outer: JsonObject, place: ParamSite): ParamProfile | undefined {
  if (place.path.length > deepest + 2) return undefined;
  const described = { ...inner, description: `${text(inner["description"])} ${text(outer["description"])}`.trim() };
  return createProfile(described, { ...place, path: [...place.path, place.path.at(-1) ?? ""] });
}

/** Name words count 1, words of the object around it 0.5, description words 0.45, each shared among the siblings that have it. */
function weigh(params: readonly ParamProfile[]): ParamProfile[] {
  const raw = params.map((param) => {
    const terms = new Map<string, number>();
    for (const word of contentStems(text(param.schema["description"]))) terms.set(word, 0.45);
    for (const name of param.path.slice(0, -1)) for (const word of nameWords(name)) terms.set(stemOf(word), 0.5);
    for (const word of param.nameStems) terms.set(word, 1);
    return terms;
  });
  const shared = new Map<string, number>();
  for (const terms of raw) for (const word of terms.keys()) shared.set(word, (shared.get(word) ?? 0) + 1);
  return params.map((param, i) => ({
    ...param,
    terms: new Map([...(raw[i] ?? [])].map(([word, weight]) => [word, weight / (shared.get(word) ?? 1)])),
  }));
}

function glossOf(description: string): string {
  const words = contentStems(description.slice(0, 120).split(glossEnd)[0] ?? "");
  const last = words.at(-1) ?? "";
  return languages.en.hollowStems?.has(last) === true ? "" : last;
}

function unitOf(words: readonly string[], description: string): string | undefined {
  const units = languages.en.units;
  const said = statedUnit.exec(description)?.[1]?.toLowerCase() ?? "";
  for (const word of said.split(/[ /]/)) {
    const unit = word.length > 1 ? units.get(word) : undefined;
    if (unit !== undefined) return unit;
  }
  const counted = countedUnit.exec(description)?.[1];
  if (counted !== undefined) return units.get(counted.toLowerCase());
  const bracket = /\(([\p{L}°%$/²³^\d]{1,8})\)/u.exec(description)?.[1];
  if (bracket !== undefined && units.has(bracket)) return units.get(bracket);
  const last = words.at(-1) ?? "";
  return words.length > 1 || /^(?:minutes|hours|seconds|days|weeks|months|miles|years)$/.test(last)
    ? units.get(last)
    : undefined;
}

/** "Default is 5" in the description. */
function statedDefault(description: string, type: ValueType): Json | undefined {
  const match = defaultIs.exec(description) ?? otherwiseUse.exec(description);
  const said = match?.[1];
  if (said === undefined) return undefined;
  if (type === "boolean") return /^true$/i.test(said) ? true : /^false$/i.test(said) ? false : undefined;
  if (type === "integer" || type === "number") return Number.isFinite(Number(said)) ? Number(said) : undefined;
  return type === "string" && match?.[0].match(/["'`]/) !== null ? said : undefined;
}

/** A text that a description spells out with places to be filled: 'https://{host}/status', 'title:Name author:Name'. */
type Template = { text: string; slots: readonly { name: string; place: string }[] };

const quoted = /(?<![\p{L}\d])(?:"([^"\n]{3,200})"|'([^'\n]{3,200})'|`([^`\n]{3,200})`)(?![\p{L}\d])/gu;
const braces = /\{([\p{L}_]{1,30})\}/gu;
const pairs = /(?<=^|\s)([\p{Ll}_]{2,20}):(\p{Lu}\p{L}*(?: \p{Lu}\p{L}*)*)/gu;

/** The first template of a description, if it has one. */
function readTemplate(description: string): Template | undefined {
  for (const match of description.matchAll(quoted)) {
    const text = match[1] ?? match[2] ?? match[3] ?? "";
    const slots = [
      ...[...text.matchAll(braces)].map(([place, name = ""]) => ({ name, place })),
      ...[...text.matchAll(pairs)].map(([, name = "", place = ""]) => ({ name, place })),
    ];
    const keys = slots.every(({ name, place }) => place.startsWith("{") || sharesWord(name, place));
    const whole = slots.some(({ place }) => place.startsWith("{")) || slots.length > 1;
    if (whole && keys) return { text, slots };
  }
  return undefined;
}

/** 'artist:ArtistName' names its value, 'track:Doxy' is an example. */
function sharesWord(name: string, place: string): boolean {
  return /Name|Title|Value$/.test(place) || nameWords(place).some((word) => nameWords(name).includes(word));
}
