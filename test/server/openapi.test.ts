import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { determinismExamples } from "../../src/contracts/determinism/examples.ts";
import { problemExample } from "../../src/contracts/problem.ts";
import { reactExamples } from "../../src/contracts/react/examples.ts";
import { serviceExamples } from "../../src/contracts/service/examples.ts";
import { structuredExamples } from "../../src/contracts/structured/examples.ts";
import { isJsonObject } from "../../src/plan/json.ts";
import { atPointer } from "../../src/plan/pointer.ts";
import { namedRoutes } from "../../src/server/app.ts";
import { document, operations } from "../support/openapi-document.ts";

const ajv = new Ajv2020({ strict: true, strictRequired: false, validateFormats: false, allowUnionTypes: true });

function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
  if (isJsonObject(value)) yield value;
  const items = Array.isArray(value) ? value : isJsonObject(value) ? Object.values(value) : [];
  for (const item of items) yield* objectsIn(item);
}

describe("the OpenAPI document", () => {
  it("has exactly the routes of the table, under their names", () => {
    const shown = operations.map(({ operationId, method, path }) => `${operationId} ${method} ${path}`);
    const rows = namedRoutes().map(([name, { method, path }]) => `${name} ${method} ${path}`);
    expect(shown.toSorted()).toEqual(rows.toSorted());
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(shown.length);
  });

  it("has no dangling reference", () => {
    const pointers = [...objectsIn(document)].map(({ $ref }) => $ref).filter((ref) => typeof ref === "string");
    expect(pointers.length).toBeGreaterThan(0);
    for (const ref of pointers) {
      expect(ref).toMatch(/^#\//);
      expect(atPointer(document, ref.slice(1)), ref).toBeDefined();
    }
  });

  it("has the fields that OpenAPI 3.1 requires", () => {
    expect(document["openapi"]).toMatch(/^3\.1\.\d$/);
    expect(document["info"]).toMatchObject({ title: expect.any(String), version: expect.any(String) });
    for (const { path, parameters } of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declared = parameters.filter((parameter) => parameter.in === "path");
      expect(declared.map(({ name }) => name)).toEqual(inPath);
      expect(declared.every(({ required }) => required)).toBe(true);
      expect(new Set(parameters.map((parameter) => `${parameter.in} ${parameter.name}`)).size).toBe(parameters.length);
    }
  });

  it.each(operations.map((operation) => [operation.operationId, operation] as const))(
    "describes %s with schemas that compile",
    (_, { body, answer, parameters }) => {
      for (const schema of [body, answer.schema, ...parameters.map((parameter) => parameter.schema)]) {
        if (schema !== undefined) expect(() => ajv.compile(schema)).not.toThrow();
      }
    },
  );
});

const { service, structured, determinism, react } = {
  service: serviceExamples,
  structured: structuredExamples,
  determinism: determinismExamples,
  react: reactExamples,
};

describe("the contracts' examples", () => {
  it.each<[string, "body" | "answer", unknown]>([
    ["plan", "body", service.request],
    ["plan", "answer", service.response],
    ["plan", "answer", service.responseWithLookup],
    ["plan", "answer", service.responseWithAction],
    ["plan", "answer", service.responseWithSafety],
    ["planStructured", "answer", structured.plan],
    ["planWith", "body", determinism.input],
    ["planWith", "answer", determinism.output],
    ["replay", "body", determinism.replayRequest],
    ["replay", "answer", determinism.replayReport],
    ["executeVerb", "body", react.verbCall],
    ["executeVerb", "answer", react.verbAnswer],
    ["startRun", "body", service.response],
    ["startRun", "body", structured.plan],
  ])("stand in the document: %s, %s", (id, part, example) => {
    const operation = operations.find(({ operationId }) => operationId === id);
    const validate = ajv.compile((part === "body" ? operation?.body : operation?.answer.schema) ?? false);
    expect(validate(example), ajv.errorsText(validate.errors)).toBe(true);
    expect(validate({ zz: 1 })).toBe(id === "startRun");
  });

  it("include a problem", () => {
    const validate = ajv.compile(atPointer(document, "/components/schemas/Problem") as object); // checked above
    expect(validate(problemExample)).toBe(true);
  });
});
