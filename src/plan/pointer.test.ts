import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { atPointer, escapeToken, joinPointer, parsePointer } from "./pointer.ts";

describe("JSON pointers", () => {
  // The document and answers of RFC 6901, section 5.
  const document = {
    foo: ["bar", "baz"],
    "": 0,
    "a/b": 1,
    "c%d": 2,
    "e^f": 3,
    "g|h": 4,
    "i\\j": 5,
    'k"l': 6,
    " ": 7,
    "m~n": 8,
  };

  it.each([
    ["", document],
    ["/foo", ["bar", "baz"]],
    ["/foo/0", "bar"],
    ["/", 0],
    ["/a~1b", 1],
    ["/c%d", 2],
    ["/e^f", 3],
    ["/g|h", 4],
    ["/i\\j", 5],
    ['/k"l', 6],
    ["/ ", 7],
    ["/m~0n", 8],
  ])("%j finds what RFC 6901 says", (pointer, value) => {
    expect(atPointer(document, pointer)).toEqual(value);
  });

  it.each([
    ["no leading slash", "foo"],
    ["a tilde alone", "/m~n"],
    ["a tilde with another digit", "/m~2n"],
    ["an index with a leading zero", "/foo/00"],
    ["an index past the end", "/foo/2"],
    ["the element after the last", "/foo/-"],
    ["a negative index", "/foo/-1"],
    ["a property of a list", "/foo/length"],
    ["an inherited property", "/constructor"],
    ["the prototype", "/__proto__"],
    ["something inside a scalar", "/foo/0/0"],
  ])("finds nothing for %s", (_, pointer) => {
    expect(atPointer(document, pointer)).toBeUndefined();
  });

  it("joins and parses back any tokens", () => {
    const token = fc.oneof(fc.string(), fc.stringMatching(/^[~/01]*$/), fc.nat());
    fc.assert(
      fc.property(fc.array(token), (tokens) => {
        expect(parsePointer(joinPointer("", ...tokens))).toEqual(tokens.map(String));
      }),
      { seed: 1 },
    );
  });

  it("escapes the tilde before the slash", () => {
    expect(escapeToken("~1/")).toBe("~01~1");
  });
});
