import { z } from "zod";
import { errorTable } from "../errors.ts";
import { schemaOf } from "../json-schema.ts";
import { Problem } from "../problem.ts";
import type { Route } from "./route.ts";
import { routes } from "./routes.ts";

type JsonSchemaObject = Record<string, unknown>;

/** The API as OpenAPI 3.1, generated from the route table and the schemas the server validates with. */
export function openApi(version: string): JsonSchemaObject {
  const paths: Record<string, JsonSchemaObject> = {};
  for (const [name, route] of Object.entries<Route>(routes)) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(name, route) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Planwright", version, license: { name: "Apache-2.0", identifier: "Apache-2.0" } },
    servers: [{ url: "/" }],
    paths,
    components: {
      schemas: { Problem: schemaOf(Problem, "output") },
      securitySchemes: { key: { type: "http", scheme: "bearer" } },
    },
  };
}

function operation(operationId: string, route: Route): JsonSchemaObject {
  const parameters = [
    ...parametersIn("path", route.params),
    ...parametersIn("query", route.query),
    ...(route.method === "POST" ? [idempotencyKey] : []),
  ];
  return {
    operationId,
    summary: route.summary,
    tags: [route.tag],
    security: route.scope === null ? [] : [{ key: [] }],
    ...(route.scope !== null && { "x-scope": route.scope }),
    ...(parameters.length > 0 && { parameters }),
    ...(route.body !== undefined && { requestBody: jsonContent(schemaOf(route.body, "input"), { required: true }) }),
    responses: { [route.status]: answerOf(route), default: problem },
  };
}

function answerOf(route: Route): JsonSchemaObject {
  const description = route.summary;
  if (route.answer === "events")
    return { description, content: { "text/event-stream": { schema: { type: "string" } } } };
  if (route.answer === "lines")
    return { description, content: { "application/x-ndjson": { schema: { type: "string" } } } };
  if (route.answer === "text") return { description, content: { "text/plain": { schema: { type: "string" } } } };
  if (route.answer === "html") return { description, content: { "text/html": { schema: { type: "string" } } } };
  // Input form: a response may omit fields that have a default.
  const answer = { "application/json": { schema: schemaOf(route.answer, "input") } };
  const events = route.streams === true ? { "text/event-stream": { schema: { type: "string" } } } : {};
  return { description, content: { ...answer, ...events } };
}

const problem = {
  description: `What went wrong; code is one of ${Object.keys(errorTable).join(", ")}.`,
  content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
};

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "The same key and body within 24 hours return the first response again; the work is done once.",
  schema: { type: "string", pattern: "^[\\x21-\\x7e]{1,255}$" },
};

function parametersIn(place: "path" | "query", shape: z.ZodObject | undefined): JsonSchemaObject[] {
  return Object.entries(shape?.shape ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required: place === "path" || !z.safeParse(field, undefined).success,
    schema: schemaOf(field, "input"),
  }));
}

function jsonContent(schema: JsonSchemaObject, rest: JsonSchemaObject): JsonSchemaObject {
  return { ...rest, content: { "application/json": { schema } } };
}
