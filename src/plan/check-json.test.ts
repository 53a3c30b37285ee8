import { describe, expect, it } from "vitest";
import { checkJson, documentLimits } from "./check-json.ts";
import { maxIssues } from "./create-issue.ts";

const codes = (value: unknown): string[] => checkJson(value).map(({ code, pointer }) => `${code} ${pointer}`);

describe("checkJson", () => {
  it.each([
    [null],
    [true],
    [0],
    [-0.5],
    [2 ** 53 - 1],
    [1 - 2 ** 53],
    [1e21],
    ["é 🌍"],
    [[]],
    [{ a: [{ b: null }] }],
    [Object.create(null)],
  ])("finds nothing wrong with %j", (value) => {
    expect(checkJson(value)).toEqual([]);
  });

  it("reports every fault in one pass, in the order of the document", () => {
    const value = { a: Number.NaN, b: [undefined, 2 ** 53, { c: "\ud800" }], constructor: new Set() };
    expect(codes(value)).toEqual([
      "NON_FINITE_NUMBER /a",
      "NOT_JSON /b/0",
      "UNSAFE_INTEGER /b/1",
      "LONE_SURROGATE /b/2/c",
      "NOT_JSON /constructor",
    ]);
  });

  it("refuses the keys a caller names, and no others", () => {
    const value: unknown = JSON.parse('{"__proto__":1,"a":{"constructor":2}}');
    const issues = checkJson(value, { ...documentLimits, unsafeKeys: new Set(["__proto__"]) });
    expect(issues.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual(["UNSAFE_KEY /__proto__"]);
    expect(codes(value)).toEqual([]);
  });

  it.each([
    ["é".repeat(512 * 1024), []],
    [`${"é".repeat(512 * 1024)}!`, ["STRING_TOO_LONG "]],
  ])("counts the bytes of a string, not its units", (text, expected) => {
    expect(codes(text)).toEqual(expected);
  });

  it("limits the length of keys too", () => {
    expect(checkJson({ toolong: 1 }, { ...documentLimits, stringBytes: 6 }).map(({ code }) => code)).toEqual([
      "STRING_TOO_LONG",
    ]);
  });

  it("walks a shared part once, so that sharing cannot make it slow", () => {
    let doubled: unknown = [Number.NaN];
    for (let at = 0; at < 60; at += 1) doubled = [doubled, doubled];
    expect(codes(doubled)).toEqual([`NON_FINITE_NUMBER ${"/0".repeat(61)}`]);
  });

  it("checks a shared part again when it is nested deeper", () => {
    let part: unknown = 1;
    for (let at = 0; at < 40; at += 1) part = [part];
    let deep = part;
    for (let at = 0; at < 30; at += 1) deep = [deep];
    expect(codes([part, deep])).toEqual([`TOO_DEEP /1${"/0".repeat(63)}`]);
  });

  it("stops at the issue limit and reports it", () => {
    const holes: unknown[] = [];
    holes.length = 4_000_000_000;
    const issues = checkJson(holes);
    expect(issues).toHaveLength(maxIssues + 1);
    expect(issues.at(-1)?.code).toBe("TOO_MANY_ISSUES");
  });

  it("survives a proxy that throws", () => {
    const hostile = new Proxy({}, { ownKeys: () => { throw new Error("no"); } }); // prettier-ignore
    expect(codes({ a: hostile })).toEqual(["NOT_JSON /a"]);
  });
});
