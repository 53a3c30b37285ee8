import { isFields } from "../../plan/shown-step.ts";

/** A property of a JSON schema as a form field. */
export type SchemaField = {
  name: string;
  /** `json` if no simpler control fits. */
  kind: "text" | "number" | "switch" | "choice" | "json";
  type: string;
  text: string;
  isRequired: boolean;
  choices: readonly string[];
};

export function schemaFields(schema: unknown): SchemaField[] {
  const properties = isFields(schema) ? schema["properties"] : undefined;
  const required = isFields(schema) && Array.isArray(schema["required"]) ? schema["required"] : [];
  if (!isFields(properties)) return [];
  return Object.entries(properties).map(([name, property]) => fieldOf(name, property, required.includes(name)));
}

function fieldOf(name: string, property: unknown, isRequired: boolean): SchemaField {
  const fields = isFields(property) ? property : {};
  const choices = Array.isArray(fields["enum"]) ? fields["enum"].filter((one) => typeof one === "string") : [];
  const type = typeOf(fields);
  const text = typeof fields["description"] === "string" ? fields["description"] : "";
  return { name, kind: choices.length > 0 ? "choice" : kindOf(type), type, text, isRequired, choices };
}

function typeOf({ type, anyOf, oneOf, items }: Readonly<Record<string, unknown>>): string {
  if (type === "array") return `${isFields(items) ? typeOf(items) : "any"}[]`;
  if (typeof type === "string") return type;
  if (Array.isArray(type)) return type.join(" | ");
  const either = [anyOf, oneOf].find(Array.isArray);
  return either === undefined ? "any" : either.map((one: unknown) => (isFields(one) ? typeOf(one) : "any")).join(" | ");
}

function kindOf(type: string): SchemaField["kind"] {
  if (type === "string") return "text";
  if (type === "number" || type === "integer") return "number";
  return type === "boolean" ? "switch" : "json";
}

/** Converts the typed text to the schema's type; undefined omits the field. Text that is not JSON stays text. */
export function valueOf(field: SchemaField, typed: string): unknown {
  if (typed === "" && !(field.kind === "text" && field.isRequired)) return undefined;
  if (field.kind === "text" || field.kind === "choice") return typed;
  try {
    return JSON.parse(typed) as unknown;
  } catch {
    return typed;
  }
}
