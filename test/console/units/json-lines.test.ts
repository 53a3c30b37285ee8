import { describe, expect, it } from "vitest";
import { lineOfPointer } from "../../../console/src/plan/json-lines.ts";
import { jsonTokens } from "../../../console/src/plan/json-tokens.ts";

const text = JSON.stringify(
  { steps: [{ id: "a,b", args: { "x/y": 1, z: [true, { deep: null }] } }, { id: "c" }], "": 7 },
  null,
  2,
);

describe("lineOfPointer", () => {
  it.each([
    ["", "{"],
    ["/steps", '"steps": ['],
    ["/steps/0/id", '"id": "a,b"'],
    ["/steps/0/args/x~1y", '"x/y": 1'],
    ["/steps/0/args/z/1/deep", '"deep": null'],
    ["/steps/1", "{"],
    ["/steps/1/id", '"id": "c"'],
    ["/", '"": 7'],
    ["/steps/1/absent/more", "{"],
    ["/nothing", "{"],
  ])("finds %s", (pointer, start) => {
    expect(text.split("\n")[lineOfPointer(text, pointer)]?.trim().startsWith(start)).toBe(true);
  });

  it("returns a line for invalid JSON", () => {
    expect(lineOfPointer('{"a": [1, {"b":', "/a/1/b")).toBe(0);
  });
});

describe("jsonTokens", () => {
  it.each([text, '{"a": "unfinished', "no json at all", "", '{"a\\"b": -1.5e3, "c": [true,null]}'])(
    "loses no letter of %j",
    (source) => {
      expect(
        jsonTokens(source)
          .map((token) => token.text)
          .join(""),
      ).toBe(source);
    },
  );

  it("distinguishes keys from strings", () => {
    expect(jsonTokens('{"k": "v", "n": 1, "t": true}').filter(({ kind }) => kind !== "other")).toEqual([
      { kind: "key", text: '"k"' },
      { kind: "text", text: '"v"' },
      { kind: "key", text: '"n"' },
      { kind: "number", text: "1" },
      { kind: "key", text: '"t"' },
      { kind: "word", text: "true" },
    ]);
  });
});
