import { describe, expect, it } from "vitest";
import type { Json } from "./json.ts";
import { isIndex, readPath, resolve } from "./resolve.ts";

const results = new Map<string, Json>([
  ["a", { n: 1.5, no: null, list: [10, { deep: "x" }], z: 1, y: [true], "0": "zero", text: "{{a.n}}" }],
  ["s", "word"],
]);
const lookup = (name: string): Json | undefined => results.get(name);

describe("resolve", () => {
  it.each<[string, Json, Json]>([
    ["a number keeps its type", "{{a.n}}", 1.5],
    ["null is a value", "{{a.no}}", null],
    ["a list keeps its type", "{{a.list}}", [10, { deep: "x" }]],
    ["an index", "{{a.list.0}}", 10],
    ["an index in brackets", "{{a.list[1].deep}}", "x"],
    ["a digit key of an object", "{{a.0}}", "zero"],
    ["embedded numbers become text", "n={{a.n}}", "n=1.5"],
    ["embedded null becomes text", "[{{a.no}}]", "[null]"],
    ["embedded text has no quotes", "{{s}}, {{s}}!", "word, word!"],
    ["embedded objects become canonical JSON", "> {{a.list}} {{a.y}}", '> [10,{"deep":"x"}] [true]'],
    ["through lists and objects", [{ k: "{{a.n}}" }, 1, null, true], [{ k: 1.5 }, 1, null, true]],
    ["keys stay as they are", { "{{a.n}}": 1 }, { "{{a.n}}": 1 }],
    ["what a result says is not read again", "{{a.text}}", "{{a.n}}"],
    ["malformed stays text", "{{a b}} {{s}}", "{{a b}} word"],
  ])("%s", (_, value, expected) => {
    expect(resolve(value, "braces", lookup)).toEqual({ ok: true, value: expected });
  });

  it("keeps a __proto__ key a key", () => {
    const value = JSON.parse('{"__proto__":"{{s}}"}') as Json;
    const resolved = resolve(value, "braces", lookup);
    expect(JSON.stringify(resolved)).toBe('{"ok":true,"value":{"__proto__":"word"}}');
  });

  it.each([
    "{{b}}",
    "{{a.none}}",
    "{{a.list.2}}",
    "{{a.list.-1}}",
    "{{a.list.01}}",
    "{{a.list.length}}",
    "{{a.n.toFixed}}",
    "{{a.constructor}}",
    "{{a.__proto__}}",
    "{{s.0}}",
    "{{a.no.x}}",
  ])("says which reference leads nowhere: %s", (text) => {
    const resolved = resolve([text, `x ${text}`], "braces", lookup);
    expect(resolved.ok ? [] : resolved.missing.map((reference) => reference.text)).toEqual([text, text]);
  });

  it("resolves dollar references and leaves other text alone", () => {
    expect(resolve("$a.output.n", "dollar", lookup)).toEqual({ ok: true, value: 1.5 });
    expect(resolve("{{a.n}}", "none", lookup)).toEqual({ ok: true, value: "{{a.n}}" });
  });
});

describe("readPath", () => {
  it("finds the value itself at the empty path", () => {
    expect(readPath(3, [])).toBe(3);
  });

  it.each<[string, boolean]>([
    ["0", true],
    ["10", true],
    ["01", false],
    ["", false],
    ["1e3", false],
    ["99999999999", false],
  ])("%j as an index: %s", (key, expected) => {
    expect(isIndex(key)).toBe(expected);
  });
});
