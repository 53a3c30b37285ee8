import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../plan/json.ts";
import { readBackBy, type ReadBackRule, withKey } from "./read-back.ts";

describe("the key of an effect", () => {
  it.each<[string, JsonObject, JsonObject]>([
    ["/external_id", { a: 1 }, { a: 1, external_id: "k" }],
    ["/values/external_id", { values: { name: "x" } }, { values: { name: "x", external_id: "k" } }],
    ["/values/external_id", {}, { values: { external_id: "k" } }],
    ["/a~1b", {}, { "a/b": "k" }],
  ])("stands at %s and leaves the rest", (place, args, expected) => {
    const before = structuredClone(args);
    expect(withKey(args, place, "k")).toEqual(expected);
    expect(args).toEqual(before);
  });
});

describe("reading back", () => {
  const rule: ReadBackRule = { tool: "list", args: { external_id: "{key}" }, found: "/rows/0", as: "row" };
  const change: ReadBackRule = { tool: "get", args: { id: "{id}" }, found: "/row", holds: { values: "{values}" } };
  const payload = { id: "r1", values: { stage: "won", tags: ["a"] } };

  it.each<[string, ReadBackRule, Json, JsonObject]>([
    ["found by its key", rule, { rows: [{ id: 1 }] }, { state: "done", output: { row: { id: 1 } } }],
    ["not there", rule, { rows: [] }, { state: "absent" }],
    ["an answer of another form", rule, "nothing", { state: "absent" }],
    [
      "a change that stands",
      change,
      { row: { values: { stage: "won", tags: ["b", "a"], x: 1 } } },
      { state: "done", output: { values: { stage: "won", tags: ["b", "a"], x: 1 } } },
    ],
    ["a change that does not", change, { row: { values: { stage: "lost", tags: ["a"] } } }, { state: "absent" }],
    ["a field that is missing", change, { row: { values: { stage: "won" } } }, { state: "absent" }],
  ])("%s", async (_, given, answer, expected) => {
    expect(await readBackBy(given, { key: "k", payload }, async () => answer)).toEqual(expected);
  });

  it("asks with the key and with the arguments of the write", async () => {
    const asked: JsonObject[] = [];
    const ask = async (args: JsonObject) => (asked.push(args), null);
    await readBackBy(rule, { key: "k", payload }, ask);
    await readBackBy(change, { key: "k", payload }, ask);
    expect(asked).toEqual([{ external_id: "k" }, { id: "r1" }]);
  });
});
