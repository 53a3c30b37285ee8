import { isFields } from "../../plan/shown-step.ts";

type Fields = Readonly<Record<string, unknown>>;

export type Operation = {
  id: string;
  method: string;
  path: string;
  tag: string;
  summary: string;
  scope: string | undefined;
  parameters: readonly { name: string; place: string; schema: Fields; isRequired: boolean }[];
  body: Fields | undefined;
  answers: readonly { status: string; schema: Fields | undefined }[];
};

/** The operations of an OpenAPI document, in its order. */
export function operationsOf(document: unknown): Operation[] {
  const paths = isFields(document) ? document["paths"] : undefined;
  return entries(paths).flatMap(([path, methods]) =>
    entries(methods).map(([method, operation]): Operation => {
      const { operationId, summary, tags, parameters, requestBody, responses } = operation;
      return {
        id: String(operationId),
        method: method.toUpperCase(),
        path,
        tag: Array.isArray(tags) ? String(tags[0]) : "",
        summary: textOf(summary),
        scope: typeof operation["x-scope"] === "string" ? operation["x-scope"] : undefined,
        parameters: (Array.isArray(parameters) ? parameters : []).filter(isFields).map((one) => ({
          name: String(one["name"]),
          place: String(one["in"]),
          schema: isFields(one["schema"]) ? one["schema"] : {},
          isRequired: one["required"] === true,
        })),
        body: schemaIn(requestBody),
        answers: entries(responses)
          .filter(([status]) => status !== "default")
          .map(([status, answer]) => ({ status, schema: schemaIn(answer) })),
      };
    }),
  );
}

export function fits({ id, path, summary, tag, method }: Operation, text: string): boolean {
  const all = `${id} ${method} ${path} ${summary} ${tag}`.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}

/** A first body to edit: every required field with a plain value of its type. */
export function sampleOf(schema: unknown, depth = 0): unknown {
  if (!isFields(schema) || depth > 6) return {};
  const { example, default: standard, enum: choices, anyOf, oneOf, type, properties, required, items } = schema;
  if (example !== undefined) return example;
  if (standard !== undefined) return standard;
  if (Array.isArray(choices)) return choices[0];
  const either = [anyOf, oneOf].find(Array.isArray);
  if (either !== undefined) return sampleOf(either[0], depth + 1);
  if (type === "array") return isFields(items) && items["type"] !== "object" ? [] : [sampleOf(items, depth + 1)];
  if (type === "string") return "";
  if (type === "number" || type === "integer") return 0;
  if (type === "boolean") return false;
  const names = Array.isArray(required) ? required.map(String) : [];
  return Object.fromEntries(
    entries(properties)
      .filter(([name]) => names.includes(name))
      .map(([name, property]) => [name, sampleOf(property, depth + 1)]),
  );
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function entries(value: unknown): [string, Fields][] {
  return isFields(value)
    ? Object.entries(value).flatMap(([name, one]): [string, Fields][] => (isFields(one) ? [[name, one]] : []))
    : [];
}

function schemaIn(holder: unknown): Fields | undefined {
  const content = isFields(holder) ? holder["content"] : undefined;
  const [first] = isFields(content) ? Object.values(content) : [];
  const schema = isFields(first) ? first["schema"] : undefined;
  return isFields(schema) ? schema : undefined;
}
