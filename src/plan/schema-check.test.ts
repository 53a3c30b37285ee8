import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "./json.ts";
import { schemaCheck, type SchemaResult } from "./schema-check.ts";
import type { JsonSchema } from "./tool-spec.ts";

function shown(result: SchemaResult): string[] {
  if ("fault" in result) return [`fault ${result.fault.pointer} ${result.fault.message}`];
  return result.errors.map(({ pointer, keyword }) => `${pointer} ${keyword}`);
}
const check = (schema: JsonSchema, value: Json): string[] => shown(schemaCheck(schema)(value));

/** Levels of definitions, each of which refers to the next twice: 2^levels evaluations. */
function doubling(levels: number): JsonObject {
  const $defs: JsonObject = { [`a${levels}`]: { type: "integer" } };
  for (let at = 0; at < levels; at += 1) {
    const next = { $ref: `#/$defs/a${at + 1}` };
    $defs[`a${at}`] = { allOf: [next, next] };
  }
  return { $defs, $ref: "#/$defs/a0" };
}

describe("schemaCheck", () => {
  it.each<[string, JsonSchema, Json, string[]]>([
    ["true", true, 1, []],
    ["false", false, 1, [" false schema"]],
    ["fits", { type: "integer" }, 1, []],
    ["does not fit", { type: "integer" }, "x", [" type"]],
    [
      "all errors",
      { type: "object", required: ["a"], properties: { b: { type: "null" } } },
      { b: 1 },
      [" required", "/b type"],
    ],
    ["2020-12 tuples", { prefixItems: [{ type: "string" }], items: false }, ["a", 1], [" items"]],
    [
      "another dialect is read as 2020-12",
      { $schema: "http://json-schema.org/draft-07/schema#", type: "string" },
      1,
      [" type"],
    ],
    ["formats are notes", { format: "email" }, "x", []],
    ["keywords nobody knows are notes", { "x-note": 1, type: "string" }, "x", []],
    [
      "a recursive schema on a tree",
      { properties: { next: { $ref: "#" } }, type: "object" },
      { next: { next: 1 } },
      ["/next/next type"],
    ],
    ["an anchor", { $ref: "#it", $defs: { a: { $anchor: "it", type: "string" } } }, 1, [" type"]],
    ["a property called $ref", { properties: { $ref: { type: "string" } } }, { $ref: 1 }, ["/$ref type"]],
    [
      "unique items in any key order",
      { uniqueItems: true },
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      [" uniqueItems"],
    ],
    ["different items", { uniqueItems: true }, [1, "1", [1], null], []],
    ["uniqueness not wanted", { uniqueItems: false }, [1, 1], []],
    ["a pattern", { pattern: "^\\p{L}+\\d$" }, "имя1", []],
    ["pattern properties", { patternProperties: { "^x": { type: "string" } } }, { x1: 1 }, ["/x1 type"]],
    ["a catastrophic pattern", { pattern: "^(a|a)*$" }, `${"a".repeat(30_000)}!`, [" pattern"]],
    ["a polynomial pattern", { pattern: "a*a*a*b" }, "a".repeat(30_000), [" pattern"]],
  ])("%s", (_, schema, value, expected) => {
    expect(check(schema, value)).toEqual(expected);
  });

  it.each<[string, JsonSchema, RegExp]>([
    ["an unknown type", { type: "strin" }, /^fault \/type /],
    ["items as a list", { items: [{}] }, /^fault \/items /],
    ["a remote reference", { $ref: "https://example.com/s.json" }, /^fault \/\$ref refers to https/],
    [
      "a remote dynamic reference",
      { items: { $dynamicRef: "other.json#x" } },
      /^fault \/items\/\$dynamicRef refers to other/,
    ],
    ["a reference to nothing", { $ref: "#/$defs/x" }, /^fault {2}can't resolve/],
    ["a reference to itself", { $ref: "#" }, /^fault {2}does not terminate/],
    [
      "a circle of references",
      { $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } }, $ref: "#/$defs/a" },
      /^fault {2}does not terminate/,
    ],
    ["references that multiply", doubling(40), /^fault {2}does not terminate or takes too much work/],
    [
      "patterns that are large together",
      {
        properties: Object.fromEntries(["a", "b", "c"].map((name) => [name, { pattern: `${name}{1000}`.repeat(18) }])),
      },
      /^fault {2}has patterns that are too large together/,
    ],
    ["a broken pattern", { pattern: "[" }, /^fault {2}error parsing regexp/],
    ["look-around", { pattern: "(?<!a)b" }, /^fault {2}error parsing regexp/],
    ["a back-reference", { pattern: "(a)\\1" }, /^fault {2}error parsing regexp/],
    ["a repetition that explodes", { pattern: "((a{1,100}){1,100}){1,100}" }, /^fault {2}error parsing regexp/],
    [
      "a __proto__ key",
      JSON.parse('{"properties":{"__proto__":{"type":"string"}}}') as JsonObject,
      /^fault \/properties\/__proto__ /,
    ],
    ["too many parts", { enum: Array.from({ length: 10_000 }, (_, at) => at) }, /^fault {2}has more than 10000 parts/],
    ["no JSON", { minimum: Number.NaN }, /^fault \/minimum /],
    ["a value in itself", circle(), /^fault /],
  ])("cannot use %s", (_, schema, expected) => {
    const [first = "", ...rest] = check(schema, { a: 1 });
    expect([first, ...rest]).toEqual([expect.stringMatching(expected)]);
  });

  it("does not test a long text by a large pattern, but by a small one", () => {
    const text = "ab".repeat(250_000);
    expect(check({ pattern: "^(?:(a|b)*a(a|b){900})$" }, text)).toEqual([
      "fault  does not terminate or takes too much work for this value",
    ]);
    expect(check({ pattern: "^[A-Za-z0-9+/]*={0,2}$" }, text)).toEqual([]);
  });

  it("takes a schema of just under the limit", () => {
    expect(check({ enum: Array.from({ length: 9_998 }, (_, at) => at) }, 5)).toEqual([]);
  });

  it("counts work for each value separately", () => {
    const busy = schemaCheck(doubling(15));
    for (let round = 0; round < 5; round += 1) expect(shown(busy(1))).toEqual([]);
  });

  it("compiles once for each object and each content", () => {
    const schema = { type: "integer" };
    expect(schemaCheck(schema)).toBe(schemaCheck(schema));
    expect(schemaCheck({ type: "integer" })).toBe(schemaCheck(schema));
    expect(schemaCheck({ type: "string" })).not.toBe(schemaCheck(schema));
    expect(schemaCheck(true)).toBe(schemaCheck(true));
  });

  it("keeps a schema in use and evicts an unused one", () => {
    const unused = schemaCheck({ const: -1 });
    const used = schemaCheck({ const: -2 });
    for (let at = 0; at < 600; at += 1) {
      schemaCheck({ const: at });
      if (at % 100 === 0) expect(schemaCheck({ const: -2 })).toBe(used);
    }
    expect(schemaCheck({ const: -1 })).not.toBe(unused);
  });

  it("keeps schemas with one $id apart", () => {
    const a = {
      $id: "https://example.com/x",
      $defs: { t: { $id: "t", type: "string" } },
      properties: { v: { $ref: "#/$defs/t" } },
    };
    const b = { ...a, $defs: { t: { $id: "t", type: "integer" } } };
    expect(check(a, { v: 1 })).toEqual(["/v type"]);
    expect(check(b, { v: 1 })).toEqual([]);
  });

  it("reports declared keys for suggestions", () => {
    const result = schemaCheck({ properties: { a: true, b: true }, additionalProperties: false })({ c: 1 });
    expect("errors" in result ? result.errors : []).toMatchObject([
      {
        declared: ["a", "b"],
        params: { additionalProperty: "c" },
        schemaPath: "#/additionalProperties",
        message: "must NOT have additional properties",
      },
    ]);
  });
});

function circle(): JsonObject {
  const schema: JsonObject = {};
  schema["not"] = schema;
  return schema;
}
