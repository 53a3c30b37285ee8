import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isJsonObject } from "../plan/json.ts";
import {
  actionArbitraries,
  determinismArbitraries,
  reactArbitraries,
  serviceArbitraries,
} from "../../test/support/arbitraries/index.ts";
import { catalogue } from "./catalogue.ts";
import { jsonSchemaOf } from "./json-schema.ts";

// Somebody with another language reads the JSON Schema, we read the zod value: both must take and refuse the same.

const ajv = new Ajv2020({ strict: true, strictTypes: false, allowUnionTypes: true, validateFormats: false });
const compiled = new Map<string, ValidateFunction>(
  catalogue.map((shape) => [shape.path, ajv.compile(jsonSchemaOf(shape))]),
);

describe.each(catalogue.map((shape) => ({ ...shape, accepts: compiled.get(shape.path) })))("$path", (shape) => {
  it("has an id of its own and accepts the examples", () => {
    expect(jsonSchemaOf(shape)).toMatchObject({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      $id: `urn:planwright:${shape.path.replaceAll("/", ":")}`,
    });
    for (const example of shape.examples)
      expect([shape.accepts?.(example), shape.accepts?.errors]).toEqual([true, null]);
  });

  it("agrees with the zod value on every single change of the examples", () => {
    for (const example of shape.examples)
      for (const changed of changes(example))
        expect(shape.accepts?.(changed), JSON.stringify(changed)).toBe(shape.schema.safeParse(changed).success);
  });
});

describe("over generated documents, whole and changed", () => {
  it.each([
    ["service/plan-request", serviceArbitraries.planRequest()],
    ["service/plan-response", serviceArbitraries.planResponse("0.1")],
    ["service/plan-response-0.2", serviceArbitraries.planResponse("0.2")],
    ["service/plan-response-0.3", serviceArbitraries.planResponse("0.3")],
    ["actions/plan", actionArbitraries.actionPlan()],
    ["determinism/plan", determinismArbitraries.skillPlan()],
    ["determinism/planner-input", determinismArbitraries.plannerInput()],
    ["determinism/planner-output", determinismArbitraries.plannerOutput()],
    ["determinism/planner-error", determinismArbitraries.plannerError()],
    ["react/plan-request", reactArbitraries.planReactRequest()],
  ] as const)("%s", (path, arbitrary) => {
    const shape = catalogue.find((one) => one.path === path);
    const accepts = compiled.get(path);
    fc.assert(
      fc.property(arbitrary as fc.Arbitrary<unknown>, fc.nat(), (document, pick) => {
        expect([accepts?.(document), accepts?.errors]).toEqual([true, null]);
        const all = changes(document);
        const changed = all[pick % all.length];
        expect(accepts?.(changed)).toBe(shape?.schema.safeParse(changed).success);
      }),
      { seed: 7, numRuns: 100 },
    );
  });
});

/** Every document that differs in one place: taken away, of another type, emptied, or with something added. */
function changes(value: unknown): unknown[] {
  const others: unknown[] = ["text", "", 7.5, -1, true, null, [], {}].filter((other) => other !== value);
  if (Array.isArray(value)) {
    const inside = value.flatMap((item, at) => changes(item).map((changed) => value.with(at, changed)));
    return [...others, ...inside, [...value, "extra"]];
  }
  if (!isJsonObject(value)) return others;
  const inside = Object.entries(value).flatMap(([key, item]) => {
    const { [key]: _, ...without } = value;
    return [without, ...changes(item).map((changed) => ({ ...value, [key]: changed }))];
  });
  return [...others, ...inside, { ...value, zz_extra: 1 }];
}
