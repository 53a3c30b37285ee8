import { describe, expect, it } from "vitest";
import { allTypes, keysAt, overlap, type JsonType, typesAt } from "./schema-types.ts";
import type { JsonSchema } from "./tool-spec.ts";

const any = "any";
const gone = "gone";

function types(schema: JsonSchema, path: string): string {
  const found = typesAt(schema, path === "" ? [] : path.split("."));
  if (found === undefined) return gone;
  return found.size === allTypes.size ? any : [...found].toSorted().join(" ");
}

const tree: JsonSchema = {
  $defs: { node: { type: "object", properties: { value: { type: "string" }, next: { $ref: "#/$defs/node" } } } },
  $ref: "#/$defs/node",
};

describe("typesAt", () => {
  it.each<[string, JsonSchema, string, string]>([
    ["the whole", { type: "string" }, "", "string"],
    ["a number may be whole", { type: "number" }, "", "integer number"],
    ["several types", { type: ["null", "integer"] }, "", "integer null"],
    ["a constant", { const: 1.5 }, "", "number"],
    ["a constant null", { const: null }, "", "null"],
    ["an enumeration", { enum: ["a", 1, [], {}, true, null] }, "", "array boolean integer null object string"],
    ["an enumeration within a type", { type: "string", enum: ["a", 1] }, "", "string"],
    ["anything", {}, "", any],
    ["true", true, "a.b", any],
    ["false", false, "", ""],
    ["false below", false, "a", gone],
    ["a property", { properties: { a: { type: "null" } } }, "a", "null"],
    ["two levels", { properties: { a: { properties: { b: { type: "null" } } } } }, "a.b", "null"],
    ["not declared", { properties: { a: true } }, "b", gone],
    ["not declared, said to be open", { properties: { a: true }, additionalProperties: true }, "b", any],
    ["not declared, closed", { additionalProperties: false }, "b", gone],
    ["not declared, typed", { additionalProperties: { type: "string" } }, "b", "string"],
    ["not declared, patterns", { properties: { a: true }, patternProperties: { "^b": true } }, "b", any],
    ["declared as anything", { properties: { a: true } }, "a", any],
    ["declared as nothing", { properties: { a: false } }, "a", gone],
    ["an object of which nothing is said", { type: "object" }, "b", any],
    ["an inherited name", { properties: { a: true } }, "toString", gone],
    ["an item", { items: { type: "string" } }, "3", "string"],
    ["an item of a declared list", { type: "array", items: { type: "string" } }, "0", "string"],
    ["an item of a bare list", { type: "array" }, "0", any],
    ["a word into a list", { type: "array", items: { type: "string" } }, "a", gone],
    ["a leading zero into a list", { type: "array" }, "01", gone],
    ["a tuple", { type: "array", prefixItems: [{ type: "string" }, { type: "null" }], items: false }, "1", "null"],
    ["past a tuple", { type: "array", prefixItems: [{ type: "string" }], items: false }, "1", gone],
    ["past an open tuple", { type: "array", prefixItems: [{ type: "string" }], items: { type: "null" } }, "1", "null"],
    ["below a text", { type: "string" }, "a", gone],
    [
      "a list or an object",
      { type: ["array", "object"], items: { type: "null" }, properties: { "0": { type: "string" } } },
      "0",
      "null string",
    ],
    [
      "a list or an object, a word",
      { type: ["array", "object"], properties: { a: { type: "string" } } },
      "a",
      "string",
    ],
    ["an object or null", { type: ["object", "null"], properties: { a: { type: "string" } } }, "a", "string"],
    ["an object or null, not declared", { type: ["object", "null"], properties: { a: { type: "string" } } }, "b", gone],
    ["anyOf unites", { anyOf: [{ type: "string" }, { type: "null" }] }, "", "null string"],
    [
      "oneOf unites",
      { oneOf: [{ properties: { a: { type: "string" } } }, { properties: { a: { type: "null" } } }] },
      "a",
      "null string",
    ],
    ["one branch is enough", { anyOf: [{ properties: { a: { type: "string" } } }, { type: "string" }] }, "a", "string"],
    [
      "an open branch leaves it open",
      { anyOf: [{ properties: { a: { type: "string" } } }, { type: "object" }] },
      "a",
      any,
    ],
    ["no branch has it", { anyOf: [{ properties: { b: true } }, { type: "string" }] }, "a", gone],
    ["allOf intersects", { allOf: [{ type: ["string", "null"] }, { type: ["string", "integer"] }] }, "", "string"],
    [
      "allOf shares properties",
      { allOf: [{ properties: { a: { type: "string" } } }, { properties: { b: { type: "null" } } }] },
      "b",
      "null",
    ],
    ["allOf without it", { allOf: [{ properties: { a: true } }, { type: "object" }] }, "b", gone],
    ["a type beside anyOf", { type: "string", anyOf: [{ minLength: 1 }, { pattern: "a" }] }, "", "string"],
    ["a reference", tree, "next.next.value", "string"],
    ["a reference, not declared", tree, "next.nexx", gone],
    [
      "a reference with escapes",
      { $defs: { "a/b": { type: "null" } }, properties: { x: { $ref: "#/$defs/a~1b" } } },
      "x",
      "null",
    ],
    [
      "a reference with percent signs",
      { $defs: { "a b": { type: "null" } }, properties: { x: { $ref: "#/$defs/a%20b" } } },
      "x",
      "null",
    ],
    ["a reference into a list", { allOf: [{ type: "null" }], properties: { x: { $ref: "#/allOf/0" } } }, "", "null"],
    ["a reference to nothing", { properties: { x: { $ref: "#/$defs/no" } } }, "x", any],
    ["a broken reference", { properties: { x: { $ref: "#%" } } }, "x", any],
    ["a reference to itself", { $ref: "#" }, "a", any],
    ["a reference to itself, types", { $ref: "#" }, "", any],
  ])("%s", (_, schema, path, expected) => {
    expect(types(schema, path)).toBe(expected);
  });
});

describe("keysAt", () => {
  it.each<[string, JsonSchema, string[], string[]]>([
    ["own", { properties: { a: true, b: true } }, [], ["a", "b"]],
    ["below", { properties: { a: { properties: { c: true } } } }, ["a"], ["c"]],
    [
      "of all parts",
      { properties: { a: true }, allOf: [{ properties: { b: true } }], anyOf: [{ properties: { c: true } }] },
      [],
      ["a", "b", "c"],
    ],
    ["through references", tree, ["next"], ["value", "next"]],
    ["of what is open", true, ["x"], []],
    ["of what is not there", { properties: { a: true } }, ["x"], []],
    ["without end", { $ref: "#" }, [], []],
  ])("%s", (_, schema, path, expected) => {
    expect(keysAt(schema, path)).toEqual(expected);
  });
});

describe("overlap", () => {
  const set = (...names: JsonType[]): Set<JsonType> => new Set(names);
  it("is having a type in common", () => {
    expect(overlap(set("integer"), set("integer", "number"))).toBe(true);
    expect(overlap(set("string"), set("integer", "number"))).toBe(false);
    expect(overlap(set(), allTypes)).toBe(false);
  });
});
