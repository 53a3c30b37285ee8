import { isFields } from "../plan/shown-step.ts";

/** A leaf value of an object as a form field, described by a JSON schema where there is one. */
export type SchemaField = {
  /** Dotted path of the value. */
  name: string;
  /** `json` if no simpler control fits. */
  kind: "text" | "long" | "number" | "switch" | "choice" | "date" | "list" | "json";
  type: string;
  text: string;
  isRequired: boolean;
  choices: readonly string[];
};

type Fields = Readonly<Record<string, unknown>>;

/** The top-level properties of a schema. */
export function schemaFields(schema: unknown): SchemaField[] {
  const required = isFields(schema) && Array.isArray(schema["required"]) ? schema["required"] : [];
  return Object.entries(propertiesOf(schema)).map(([name, property]) =>
    fieldOf(name, isFields(property) ? property : {}, required.includes(name)),
  );
}

/** The schema's fields, and those of the value's leaves that it does not describe; objects are shown by their leaves. */
export function formFields(schema: unknown, value: Fields): SchemaField[] {
  const leaves = flatten(value);
  const described = schemaFields(schema).filter(
    ({ name, kind }) => leaves.has(name) || (kind !== "json" && !isFields(value[name])),
  );
  const known = new Set(described.map(({ name }) => name));
  const others = [...leaves]
    .filter(([name]) => !known.has(name))
    .map(([name, leaf]) => fieldOf(name, schemaAt(schema, name) ?? schemaOfValue(leaf), false));
  return [...described, ...others];
}

/** Values by their dotted paths. */
export function flatten(fields: Fields, path = ""): Map<string, unknown> {
  return new Map(
    Object.entries(fields).flatMap(([name, value]): (readonly [string, unknown])[] =>
      isFields(value) && Object.keys(value).length > 0
        ? [...flatten(value, `${path}${name}.`)]
        : [[path + name, value] as const],
    ),
  );
}

/** What a person typed, merged into the value: an empty optional field is left out. */
export function withTyped(value: Fields, fields: readonly SchemaField[], typed: ReadonlyMap<string, string>): Fields {
  const leaves = flatten(value);
  for (const field of fields) {
    const text = typed.get(field.name);
    if (text === undefined) continue;
    const parsed = valueOf(field, text);
    if (parsed === undefined) leaves.delete(field.name);
    else leaves.set(field.name, parsed);
  }
  return unflatten(leaves);
}

export function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value) && value.every((one) => typeof one !== "object")) return value.join("\n");
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Converts the typed text to the schema's type; undefined omits the field. Text that is not JSON stays text. */
export function valueOf(field: SchemaField, typed: string): unknown {
  if (typed === "" && !(field.kind === "text" && field.isRequired)) return undefined;
  if (field.kind === "list") return typed.split("\n").filter((line) => line.trim() !== "");
  if (field.kind !== "number" && field.kind !== "switch" && field.kind !== "json") return typed;
  try {
    return JSON.parse(typed) as unknown;
  } catch {
    return typed;
  }
}

function unflatten(leaves: ReadonlyMap<string, unknown>): Fields {
  const groups = Map.groupBy(leaves, ([path]) => path.split(".")[0] ?? "");
  return Object.fromEntries(
    [...groups].map(([name, members]) => {
      const [only] = members;
      if (only !== undefined && only[0] === name) return [name, only[1]];
      return [name, unflatten(new Map(members.map(([path, value]) => [path.slice(name.length + 1), value])))];
    }),
  );
}

function fieldOf(name: string, schema: Fields, isRequired: boolean): SchemaField {
  const choices = Array.isArray(schema["enum"]) ? schema["enum"].filter((one) => typeof one === "string") : [];
  const type = typeOf(schema);
  const text = typeof schema["description"] === "string" ? schema["description"] : "";
  return { name, kind: choices.length > 0 ? "choice" : kindOf(type, schema), type, text, isRequired, choices };
}

function typeOf({ type, anyOf, oneOf, items }: Fields): string {
  if (type === "array") return `${isFields(items) ? typeOf(items) : "any"}[]`;
  if (typeof type === "string") return type;
  if (Array.isArray(type)) return type.filter((one) => one !== "null").join(" | ");
  const either = [anyOf, oneOf].find(Array.isArray);
  return either === undefined ? "any" : either.map((one: unknown) => (isFields(one) ? typeOf(one) : "any")).join(" | ");
}

function kindOf(type: string, { format, maxLength }: Fields): SchemaField["kind"] {
  if (type === "string" && format === "date") return "date";
  if (type === "string") return typeof maxLength === "number" && maxLength > 500 ? "long" : "text";
  if (type === "number" || type === "integer") return "number";
  if (type === "string[]") return "list";
  return type === "boolean" ? "switch" : "json";
}

function schemaOfValue(value: unknown): Fields {
  if (Array.isArray(value)) return { type: "array", items: { type: typeof value[0] } };
  return { type: value === null ? "string" : typeof value };
}

function schemaAt(schema: unknown, path: string): Fields | undefined {
  let at: unknown = schema;
  for (const name of path.split(".")) at = propertiesOf(at)[name];
  return isFields(at) ? at : undefined;
}

function propertiesOf(schema: unknown): Fields {
  const properties = isFields(schema) ? schema["properties"] : undefined;
  return isFields(properties) ? properties : {};
}
