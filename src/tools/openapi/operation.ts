import { isJsonObject, type Json, type JsonObject } from "../../plan/json.ts";
import type { JsonSchema } from "../../plan/tool-spec.ts";
import { follow, type OpenApiDocument } from "./document.ts";
import { createSchemaWriter, type SchemaWriter } from "./schema.ts";

type ParameterLocation = "path" | "query" | "header";

/** A parameter, and the field of the payload it is read from. */
export type Parameter = { field: string; name: string; in: ParameterLocation; explode: boolean; style: string };

/** One operation of a document, as it can be called. */
export type Operation = {
  name: string;
  description: string;
  method: string;
  path: string;
  parameters: Parameter[];
  /** The content type of the body, which is the payload's `body`; absent without a body. */
  bodyType?: "application/json" | "application/x-www-form-urlencoded";
  inputSchema: JsonSchema;
  outputSchema?: JsonSchema;
};

const methods = ["get", "head", "post", "put", "patch", "delete", "options"] as const;

/** Every operation that can be called, and a message for each that cannot. */
export function operationsOf(document: OpenApiDocument): { operations: Operation[]; problems: string[] } {
  const operations: Operation[] = [];
  const problems: string[] = [];
  for (const [path, item] of Object.entries(objectOf(document.root["paths"])))
    for (const method of methods) {
      try {
        const shared = objectOf(follow(document, item));
        const operation = follow(document, shared[method]);
        if (operation !== undefined) operations.push(toOperation(document, { path, method, operation, shared }));
      } catch (error) {
        problems.push(`${method.toUpperCase()} ${path}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  return { operations, problems };
}

type LocatedOperation = { path: string; method: string; operation: JsonObject; shared: JsonObject };

function toOperation(document: OpenApiDocument, { path, method, operation, shared }: LocatedOperation): Operation {
  const writer = createSchemaWriter(document, "request");
  const properties: JsonObject = {};
  const required: string[] = [];
  const parameters: Parameter[] = [];
  for (const raw of merged(document, listOf(shared["parameters"]), listOf(operation["parameters"]))) {
    const parameter = toParameter(raw, properties);
    if (parameter === undefined) continue;
    parameters.push(parameter);
    properties[parameter.field] = described(writer.write(schemaIn(document, raw)), raw);
    if (raw["required"] === true || parameter.in === "path") required.push(parameter.field);
  }
  const body = follow(document, operation["requestBody"]);
  const bodyType = body === undefined ? undefined : writeBody(body, { writer, properties, required });
  const definitions = writer.definitions();
  return {
    name: nameOf(operation, method, path),
    description: [operation["summary"], operation["description"]].find(isText) ?? `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    parameters,
    ...(bodyType === undefined ? {} : { bodyType }),
    inputSchema: {
      type: "object",
      properties,
      required,
      additionalProperties: false,
      ...(Object.keys(definitions).length === 0 ? {} : { $defs: definitions }),
    },
    ...outputOf(document, operation),
  };
}

/** A parameter of the operation overrides the path's parameter with the same name and location. */
function merged(document: OpenApiDocument, shared: Json[], own: Json[]): JsonObject[] {
  const byPlace = new Map<string, JsonObject>();
  for (const raw of [...shared, ...own]) {
    const parameter = objectOf(follow(document, raw));
    byPlace.set(JSON.stringify([parameter["in"], parameter["name"]]), parameter);
  }
  return [...byPlace.values()];
}

function toParameter(raw: JsonObject, taken: JsonObject): Parameter | undefined {
  const { name, in: place } = raw;
  if (typeof name !== "string") throw new Error("a parameter has no name");
  if (place === "cookie") {
    if (raw["required"] === true) throw new Error(`the cookie ${name} is required; cookies are not sent`);
    return undefined;
  }
  if (place !== "path" && place !== "query" && place !== "header")
    throw new Error(`${name} stands in ${JSON.stringify(place)}`);
  // Credentials and content negotiation are configured; the specification ignores these parameters too.
  if (place === "header" && /^(?:accept|content-type|authorization)$/i.test(name)) return undefined;
  const field = Object.hasOwn(taken, name) || name === "body" ? `${place}_${name}` : name;
  const style = isText(raw["style"]) ? raw["style"] : place === "query" ? "form" : "simple";
  const explode = typeof raw["explode"] === "boolean" ? raw["explode"] : style === "form";
  return { field, name, in: place, explode, style };
}

function schemaIn(document: OpenApiDocument, raw: JsonObject): Json {
  const [media] = Object.values(objectOf(raw["content"]));
  return raw["schema"] ?? objectOf(follow(document, media))["schema"] ?? {};
}

type InputBuilder = { writer: SchemaWriter; properties: JsonObject; required: string[] };

function writeBody(
  body: JsonObject,
  { writer, properties, required }: InputBuilder,
): NonNullable<Operation["bodyType"]> {
  const content = objectOf(body["content"]);
  const type = Object.keys(content).find((name) => /^application\/(?:json|.+\+json)(?:;|$)/.test(name));
  const form = "application/x-www-form-urlencoded";
  const chosen = type ?? (Object.hasOwn(content, form) ? form : undefined);
  if (chosen === undefined) throw new Error(`a body of ${Object.keys(content).join(", ")} cannot be sent`);
  properties["body"] = described(writer.write(objectOf(content[chosen])["schema"] ?? {}), body);
  if (body["required"] === true) required.push("body");
  return chosen === form ? form : "application/json";
}

function outputOf(document: OpenApiDocument, operation: JsonObject): { outputSchema?: JsonSchema } {
  const responses = objectOf(operation["responses"]);
  const status = Object.keys(responses).find((code) => /^2(?:\d\d|XX)$/i.test(code));
  const content = objectOf(objectOf(follow(document, status === undefined ? undefined : responses[status]))["content"]);
  const type = Object.keys(content).find((name) => /^application\/(?:json|.+\+json)(?:;|$)/.test(name));
  const schema = type === undefined ? undefined : objectOf(content[type])["schema"];
  // One schema cannot describe two successful responses with different shapes.
  const successes = Object.keys(responses).filter((code) => code.startsWith("2")).length;
  if (schema === undefined || successes > 1) return {};
  const writer = createSchemaWriter(document, "answer");
  const written = writer.write(schema);
  const definitions = writer.definitions();
  if (!isJsonObject(written) || Object.keys(definitions).length === 0) return { outputSchema: written };
  return { outputSchema: { ...written, $defs: definitions } };
}

function described(schema: JsonSchema, raw: JsonObject): Json {
  const { description } = raw;
  if (!isJsonObject(schema) || schema["description"] !== undefined || !isText(description)) return schema;
  return { ...schema, description };
}

function nameOf(operation: JsonObject, method: string, path: string): string {
  const own = operation["operationId"];
  const name = isText(own) ? own : `${method}${path.replaceAll(/\{([^}]*)\}/g, "by_$1")}`;
  return name.replaceAll(/[^A-Za-z0-9_.-]+/g, "_").replaceAll(/^[^A-Za-z_]+|_+$/g, "") || method;
}

function objectOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
