import { describe, expect, it } from "vitest";
import { nearest } from "./nearest.ts";

describe("nearest", () => {
  it.each([
    ["depends_no", ["depends_on", "description"], "depends_on"],
    ["dependsOn", ["depends_on", "id"], "depends_on"],
    ["echo_tol", ["echo_tool", "get_time"], "echo_tool"],
    ["tiem", ["time", "item"], "time"],
    ["zebra", ["echo_tool", "get_time"], undefined],
    ["", ["a"], "a"],
    ["x", [], undefined],
  ])("%s among %j is %s", (word, known, expected) => {
    expect(nearest(word, known)).toBe(expected);
  });

  it("stays quick for a word of a megabyte", () => {
    expect(nearest("x".repeat(1_000_000), ["xylophone"])).toBeUndefined();
  });
});
