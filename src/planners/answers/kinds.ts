import { memoizeByIdentity } from "../../plan/bounded-cache.ts";
import { operationsOf } from "../../language/words/operations-of.ts";
import { hasRole, mentions } from "../../language/words/roles.ts";
import { isJsonObject, type Json, type JsonObject } from "../../plan/json.ts";
import type { ToolSpec } from "../../plan/tool-spec.ts";
import { plain } from "../grammar/profile/plain.ts";
import { contentStems, nameWords, stemOf } from "../grammar/profile/name-words.ts";
import { enumOf, resolve, strings, text, typeOf } from "../grammar/profile/schema.ts";

/** What a value tells, by the name of its field. */
export type Sense =
  | "id"
  | "name"
  | "status"
  | "quantity"
  /** A part of the quantity that is promised, and the level at which more is ordered. */
  | "reserved"
  | "threshold"
  | "free"
  | "money"
  | "currency"
  | "date"
  /** Where a thing is kept, and where a person or company is. */
  | "place"
  | "area"
  /** Somebody of the own company who is in charge, and anybody else. */
  | "staff"
  | "person"
  | "contact"
  | "link"
  | "list";

/** A field of a record; `stems` are those of its name, `about` those of its description, `values` the few that it may have. */
export type Field = {
  name: string;
  words: string;
  stems: readonly string[];
  about: readonly string[];
  sense: Sense | undefined;
  fields: readonly Field[];
  values: readonly Json[];
};

/** A parameter that takes one of a few values, or a flag: `said` are the stems that mean each. */
export type Choice = { param: string; values: readonly { value: Json; stems: readonly string[] }[] };

/** Records that a tool reads: one by its id, or a list. */
export type Kind = {
  tool: ToolSpec;
  /** Where the list lies in the result; absent where the result is the record. */
  rows: string | undefined;
  fields: readonly Field[];
  /** What one of them is called. */
  words: string;
  /** Stems that name the kind, and weaker ones that only its description has. */
  nouns: ReadonlySet<string>;
  /** Those that name one of them alone: "order", not "purchase". */
  heads: ReadonlySet<string>;
  about: ReadonlySet<string>;
  /** What the records are to a business, as words of any language say it. */
  roles: readonly string[];
  /** The parameter that takes an id, what the id begins with, and the digits that follow in its example. */
  id: { param: string; prefix: string; digits: string } | undefined;
  /** The parameter that takes words to search for; `foreign` where they name something else: the customer of a quote. */
  search: { param: string; foreign: boolean } | undefined;
  /** Whether the tool gives all records where nothing is searched for. */
  listsAll: boolean;
  choices: readonly Choice[];
  /** The records are the elements of this list in those that the tool reads: the lines of quotes. */
  lines?: Lines;
};

/** `named` are the records that have the names of what the lines are of, by an id that both have. */
type Lines = { list: Field; record: Field; named: { kind: Kind; id: string } | undefined };

export function bySense(fields: readonly Field[], sense: Sense): Field | undefined {
  return fields.find((field) => field.sense === sense);
}

/** What one costs: adding it up says nothing. */
export function isPrice({ sense, stems }: Field): boolean {
  return sense === "money" && stems.some((stem) => stem === "unit" || stem === "price" || stem === "cost");
}

/** What a whole record comes to. */
export function isAmount(field: Field): boolean {
  return field.sense === "money" && !isPrice(field);
}

/** Whether records can be looked for by words: by the tool, or among all of them. */
export function isSearchable({ search, rows, listsAll, lines }: Kind): boolean {
  return search !== undefined || lines !== undefined || (rows !== undefined && listsAll);
}

/** The kinds of records a toolbox can read, from the schemas of its tools alone. */
export const kindsOf = memoizeByIdentity((toolbox: readonly ToolSpec[]): readonly Kind[] => {
  const kinds = toolbox.flatMap((tool) => kindOf(tool) ?? []);
  return [...kinds, ...kinds.flatMap((kind) => linesOf(kind, kinds) ?? [])];
});

/** The lines of records as records of their own, each with what its record tells. */
function linesOf(kind: Kind, kinds: readonly Kind[]): Kind | undefined {
  const list = bySense(kind.fields, "list");
  const record = bySense(kind.fields, "id");
  if (list === undefined || record === undefined || bySense(list.fields, "name") === undefined) return undefined;
  const own = new Set(list.fields.map(({ name }) => name));
  const fields = [...list.fields, ...kind.fields.filter((field) => field !== list && !own.has(field.name))];
  const id = bySense(list.fields, "id")?.name ?? "";
  const things = kinds.find(
    (one) => one.rows !== undefined && one.listsAll && bySense(one.fields, "id")?.name === id && one !== kind,
  );
  const { search: _, ...rest } = kind;
  const named = things === undefined ? undefined : { kind: things, id };
  const nouns = new Set([...kind.nouns, ...list.stems]);
  return { ...rest, search: undefined, fields, nouns, lines: { list, record, named } };
}

function kindOf(tool: ToolSpec): Kind | undefined {
  if (tool.effect !== "read" || !isJsonObject(tool.outputSchema) || !isJsonObject(tool.inputSchema)) return undefined;
  const output = resolve(tool.outputSchema, tool.outputSchema);
  const properties = propertiesOf(output);
  const list = Object.entries(properties).find(([, schema]) => elementOf(schema, tool.outputSchema) !== undefined);
  const isRecord =
    Object.entries(properties).filter(([name]) => senseOf(nameWords(name).join(" ")) !== "quantity").length > 2;
  const rows = isRecord && !isListOnly(properties) ? undefined : list?.[0];
  const record = rows === undefined ? output : elementOf(properties[rows], tool.outputSchema);
  if (record === undefined || (rows === undefined && !isRecord)) return undefined;
  const called = nameWords(tool.name).filter((word) => !isReadingWord(word));
  const words = called.concat(rows === undefined ? [] : nameWords(rows));
  const nouns = new Set(words.map((word) => stemOf(word)));
  const params = paramsOf(tool, nouns);
  if (params === undefined || (rows === undefined && params.id === undefined)) return undefined;
  return {
    tool,
    rows,
    fields: fieldsOf(record, tool.outputSchema, 0),
    words: called.join(" "),
    nouns,
    heads: new Set([called.at(-1) ?? "", nameWords(rows ?? "").at(-1) ?? ""].map((word) => stemOf(word))),
    about: new Set(contentStems(tool.description)),
    roles: kindRoles.filter((role) => words.some((word) => hasRole(word, role))),
    ...params,
  };
}

const kindRoles = ["party", "client", "thing"];

/** A list and how long it is: nothing else is told of. */
function isListOnly(properties: JsonObject): boolean {
  const others = Object.values(properties).filter((schema) => isJsonObject(schema) && typeOf(schema) !== "array");
  return others.length <= 2;
}

function isReadingWord(word: string): boolean {
  const operations = operationsOf(word);
  return operations.includes("read") || operations.includes("count");
}

function propertiesOf(schema: JsonObject): JsonObject {
  return isJsonObject(schema["properties"]) ? schema["properties"] : {};
}

/** The element of a list of records. */
function elementOf(schema: Json | undefined, root: ToolSpec["outputSchema"]): JsonObject | undefined {
  const list = resolve(schema, root ?? true);
  if (typeOf(list) !== "array") return undefined;
  const element = resolve(list["items"], root ?? true);
  return Object.keys(propertiesOf(element)).length > 0 ? element : undefined;
}

const deepest = 1;

function fieldsOf(record: JsonObject, root: ToolSpec["outputSchema"], depth: number): Field[] {
  const names = Object.keys(propertiesOf(record));
  return Object.entries(propertiesOf(record)).flatMap(([name, schema]) => {
    if (!/^\w+$/.test(name)) return [];
    const words = nameWords(name);
    const element = depth < deepest ? elementOf(schema, root) : undefined;
    const type = typeOf(resolve(schema, root ?? true));
    if (type === "object" || type === "boolean" || (type === "array" && element === undefined)) return [];
    const fields = element === undefined ? [] : fieldsOf(element, root, depth + 1);
    // The name of somebody whose id the record has besides its own: "patient_name".
    const isOthers = words.at(-1) === "name" && names.indexOf(name.replace(/name$/i, "id")) > 0;
    const sense = element !== undefined ? "list" : isOthers ? "person" : senseOf(words.join(" "));
    const own = resolve(schema, root ?? true);
    const about = contentStems(`${text(own["title"])} ${text(own["description"])}`);
    const stems = words.map((word) => stemOf(word));
    return [{ name, words: words.join(" "), stems, about, sense, fields, values: enumOf(own) }];
  });
}

const senses: readonly (readonly [Sense, RegExp])[] = [
  ["currency", /\bcurrency\b/],
  ["id", /(?:^|\b)(?:id|identifier|sku|isbn|ean|code|key|number|no|ref)$/],
  ["status", /\b(?:status|state|stage)$/],
  ["date", /\b(?:date|until|at|due|deadline|expires?|expiry)$/],
  ["date", /\b(?:day|time|on)$/],
  ["money", /\b(?:total|amount|price|cost|value|sum|fee|balance|revenue)$/],
  ["quantity", /\b(?:quantity|hand|stock|count|available|units|left|level)$/],
  ["place", /\b(?:location|place|shelf|bin|warehouse|room|rack)$/],
  ["area", /\b(?:city|address|country|town|region)$/],
  ["contact", /\b(?:email|mail|phone|telephone)$/],
  ["link", /\b(?:url|website|link)$/],
  ["staff", /\b(?:rep|owner|assignee|author|manager)$/],
  ["person", /\b(?:contact|person)$/],
  ["name", /\b(?:name|title|subject|label)$/],
];

function senseOf(words: string): Sense | undefined {
  if (mentions(words, "reorder name")) return "threshold";
  if (mentions(words, "reserved name")) return "reserved";
  // "on hand" is a quantity although it ends like a date.
  return /\bon hand$/.test(words) ? "quantity" : senses.find(([, form]) => form.test(words))?.[0];
}

type Params = Pick<Kind, "id" | "search" | "choices" | "listsAll">;

/** How the tool is asked; undefined where it needs something that a question does not say. */
function paramsOf({ inputSchema }: ToolSpec, nouns: ReadonlySet<string>): Params | undefined {
  if (!isJsonObject(inputSchema)) return undefined;
  const required = new Set(strings(inputSchema["required"]));
  const found: { id?: Params["id"]; search?: Params["search"]; choices: Choice[] } = { choices: [] };
  let listsAll = !Object.keys(propertiesOf(inputSchema)).some((param) => paging.test(param));
  for (const [param, raw] of Object.entries(propertiesOf(inputSchema))) {
    const schema = resolve(raw, inputSchema);
    const description = text(schema["description"]);
    const options = enumOf(schema);
    const [, prefix, number = ""] = /\b(\p{Lu}{1,4}-)(\d+)/u.exec(description) ?? [];
    if (options.length > 0)
      found.choices.push({ param, values: options.map((value) => ({ value, stems: stemsOf(plain(value)) })) });
    else if (typeOf(schema) === "boolean")
      found.choices.push({ param, values: [{ value: true, stems: stemsOf(param) }] });
    else if (typeOf(schema) === "string" && prefix !== undefined) found.id ??= { param, prefix, digits: number };
    else if (
      typeOf(schema) === "string" &&
      /\b(?:name|query|search|part|text|words?)\b/i.test(`${param} ${description}`)
    )
      found.search ??= { param, foreign: !generic.test(param) && !stemsOf(param).some((stem) => nouns.has(stem)) };
    else if (required.has(param)) return undefined;
  }
  const needs = [...required].filter((name) => name !== found.id?.param && name !== found.search?.param);
  if (needs.length > 0) return undefined;
  if (found.search !== undefined && required.has(found.search.param))
    listsAll &&= /\b(?:empty|blank)\b/i.test(
      text(resolve(propertiesOf(inputSchema)[found.search.param], inputSchema)["description"]),
    );
  return { id: found.id, search: found.search, choices: found.choices, listsAll };
}

/** A tool with such a parameter gives a page, not all. */
const paging = /^(?:limit|page\w*|per_page|cursor|offset|first|max_results)$/i;

/** Names of parameters that say nothing of what is searched for. */
const generic = /^(?:q|query|search\w*|text|name|title|words?|keywords?|term|filter)$/i;

function stemsOf(name: string): string[] {
  return nameWords(name).map((word) => stemOf(word));
}
