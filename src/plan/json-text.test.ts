import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJsonText } from "./json-text.ts";
import { maxIssues } from "./create-issue.ts";

const problems = (text: string): string[] => {
  const parsed = parseJsonText(text);
  return parsed.ok ? [] : parsed.issues.map(({ code, pointer }) => `${code} ${pointer}`);
};

describe("parseJsonText", () => {
  // Single faults and their pointers are in schemas/vectors/canonical.json; here are several at once, and the words.
  it("reports every fault of well-formed text in one pass", () => {
    const text = '{"a":1,"a":2,"b":["\\ud800",1e400,9007199254740993,1000000000000000000000,1e-400],"__proto__":{}}';
    expect(problems(text).toSorted()).toEqual([
      "DUPLICATE_KEY /a",
      "INEXACT_NUMBER /b/4",
      "LONE_SURROGATE /b/0",
      "NON_FINITE_NUMBER /b/1",
      "UNSAFE_INTEGER /b/2",
      "UNSAFE_INTEGER /b/3",
    ]);
  });

  // Alone, so that nothing else sends the text to the careful reading.
  const long = "x".repeat(1024 * 1024 + 1);
  it.each([
    ["a duplicate key", '{"a":1,"b":[{"c":1,"c":1}]}', "DUPLICATE_KEY /b/0/c"],
    ["a duplicate key with an escaped quote", '{"a\\"":1,"a\\"":1}', 'DUPLICATE_KEY /a"'],
    ["a duplicate key beside an escaped backslash", '{"a":"\\\\","a":"\\\\\\""}', "DUPLICATE_KEY /a"],
    [
      "a duplicate key at the last level",
      `${"[".repeat(63)}{"a":1,"a":2}${"]".repeat(63)}`,
      `DUPLICATE_KEY ${"/0".repeat(63)}/a`,
    ],
    ["an escaped half of a pair", '{"a":"\\ud83c"}', "LONE_SURROGATE /a"],
    ["a raw half of a pair", '["\udf0d"]', "LONE_SURROGATE /0"],
    ["half of a pair in a key", '{"\\ud83c":1}', "LONE_SURROGATE /\ufffd"],
    ["a long string", `["${long}"]`, "STRING_TOO_LONG /0"],
    ["a long key", `{"${long}":1}`, `STRING_TOO_LONG /${long}`],
    ["an integer one too large", "[9007199254740992]", "UNSAFE_INTEGER /0"],
    ["an integer that prints with an exponent", "-1000000000000000000000", "UNSAFE_INTEGER "],
    ["an overflow", '{"a":-1e400}', "NON_FINITE_NUMBER /a"],
    ["an underflow", '{"a":1e-400}', "INEXACT_NUMBER /a"],
    ["a fraction with more digits than a double has", "[0.1000000000000000055511151231257827]", "INEXACT_NUMBER /0"],
    ["a long amount", '{"a":123456789.123456789123456789}', "INEXACT_NUMBER /a"],
    ["a long negative fraction", "-0.12345678901234567", "INEXACT_NUMBER "],
    ["65 lists", `${"[".repeat(65)}${"]".repeat(65)}`, `TOO_DEEP ${"/0".repeat(64)}`],
    ["65 objects", `${'{"a":'.repeat(64)}{}${"}".repeat(64)}`, `TOO_DEEP ${"/a".repeat(64)}`],
  ])("refuses %s", (_, text, problem) => {
    expect(problems(text)).toEqual([problem]);
  });

  it.each(["0.12345678901234567", "-12345678.87654321012", "1e-400"])(
    "refuses %s at every place of a text",
    (number) => {
      for (let place = 0; place < 40; place += 1)
        for (const before of [`["${"é".repeat(place)}",`, `["",${" ".repeat(place)}`, `["",${"0,".repeat(place)}`])
          expect(problems(`${before}${number}]`)).toEqual([expect.stringContaining("INEXACT_NUMBER")]);
    },
  );

  it.each([
    ["", "line 1, column 1", "the end of the text", "The text is empty"],
    ['{"a": 1,\n "b": 2,}', "line 2, column 9", '"}"', "Remove the comma"],
    ['["a"}', "line 1, column 5", '"}"', "Fix the syntax"],
    ["[1,,2]", "line 1, column 4", '","', "Fix the syntax"],
    ["{'a': 1}", "line 1, column 2", `"'"`, "Use double quotes"],
    ["[1, 2", "line 1, column 6", "the end of the text", "truncated"],
    ['["a\nb"]', "line 1, column 4", '"\\n"', "Escape it"],
    ['["\\x"]', "line 1, column 3", '"\\\\"', "four hex digits"],
    ["[True]", "line 1, column 2", '"T"', "Write true, false or null"],
    ["[-Infinity]", "line 1, column 2", '"-"', "finite number"],
    ["[1] // why", "line 1, column 5", '"/"', "Remove the comment"],
    ["```json\n{}\n```", "line 1, column 1", '"`"', "without a code fence"],
    ['{"a" 1}', "line 1, column 6", '"1"', "Fix the syntax"],
    ["[🌍]", "line 1, column 2", '"🌍"', "Fix the syntax"],
  ])("says where and what next for %j", (text, place, found, hint) => {
    const parsed = parseJsonText(text);
    const issue = parsed.ok ? undefined : parsed.issues[0];
    expect(issue).toMatchObject({ code: "MALFORMED_JSON" });
    expect(issue?.message).toContain(place);
    expect(issue?.message).toContain(`found ${found}`);
    expect(issue?.hint).toContain(hint);
  });

  it.each([
    ["a number with an exponent beyond the safe integers", "[1e21, -1.5e300]"],
    ["escaped quotes and backslashes", '{"a\\"":"\\\\","b":"\\\\\\""}'],
    ["an escaped pair", '"\\ud83c\\udf0d"'],
    [
      "numbers that survive a round trip",
      "[1.10,-0,0.000,1E2,5e-324,0.30000000000000004,100000.000000000000000,123456789012345.6]",
    ],
    ["keys of Object.prototype", '{"__proto__":{"x":1},"a":[{"constructor":1}]}'],
    ["unsafe words as values", '["__proto__","constructor"]'],
    ["equal keys in different objects", '{"a":{"a":[{"a":1},{"a":1}]}}'],
    ["64 levels", `${"[".repeat(64)}${"]".repeat(64)}`],
    ["a string of 1 MiB", JSON.stringify("x".repeat(1024 * 1024))],
  ])("accepts %s", (_, text) => {
    expect(parseJsonText(text)).toEqual({ ok: true, value: JSON.parse(text) });
  });

  it("takes limits of the caller", () => {
    const limits = { depth: 2, stringBytes: 3, unsafeKeys: new Set(["b"]) };
    const parsed = parseJsonText('{"a":[[]],"b":"long","constructor":1}', limits);
    expect(parsed.ok ? [] : parsed.issues.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
      "TOO_DEEP /a/0",
      "UNSAFE_KEY /b",
      "STRING_TOO_LONG /b",
      "STRING_TOO_LONG /constructor",
    ]);
  });

  it("lists a bounded number of issues for any text", () => {
    const repeated = Array.from({ length: 5_000 }, () => '"a":0').join(",");
    for (const text of [`{${repeated}}`, `{${repeated}`, `[${"1e400,".repeat(5_000)}0]`]) {
      const parsed = parseJsonText(text);
      const issues = parsed.ok ? [] : parsed.issues;
      expect(issues.length).toBeGreaterThan(maxIssues / 2);
      expect(issues.length).toBeLessThanOrEqual(maxIssues + 2);
    }
  });

  it.each([
    ["opened a million times", "[".repeat(1_000_000), "MALFORMED_JSON"],
    ["nested a hundred thousand deep", `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`, "TOO_DEEP"],
    ["twice in every one of many levels", `${'{"a":1,"a":'.repeat(50_000)}1${"}".repeat(50_000)}`, "DUPLICATE_KEY"],
    ["a million digits", "9".repeat(1_000_000), "NON_FINITE_NUMBER"],
    ["a million spaces", " ".repeat(1_000_000), "MALFORMED_JSON"],
    ["a million backslashes", `"${"\\".repeat(1_000_001)}`, "MALFORMED_JSON"],
  ])("stays quick and calm with text %s", (_, text, code) => {
    expect(problems(text)[0]).toContain(code);
  });

  it("agrees with JSON.parse on valid text that has nothing else wrong", () => {
    const space = fc.constantFrom("", " ", "\n\t", 2, 8);
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6, stringUnit: "binary" }), space, (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const parsed = parseJsonText(text);
        if (parsed.ok) expect(parsed.value).toEqual(JSON.parse(text));
        else expect(parsed.issues.map(({ code }) => code)).not.toContain("MALFORMED_JSON");
      }),
      { seed: 5, numRuns: 1000 },
    );
  });

  it("agrees with JSON.parse on what is malformed, and never throws, for random and broken text", () => {
    const letters = fc.constantFrom(...Array.from("{}[]:,\"\\ \n0123456789.eE+-truefalsn'ux/ab\u0000é🌍"), "\ud800");
    const noise = fc.array(letters, { maxLength: 24 }).map((parts) => parts.join(""));
    const broken = fc
      .tuple(fc.json({ maxDepth: 3 }), fc.nat(), letters, fc.boolean())
      .map(([json, at, letter, keep]) => {
        const place = at % (json.length + 1);
        return json.slice(0, place) + letter + json.slice(keep ? place : place + 1);
      });
    fc.assert(
      fc.property(fc.oneof(noise, broken), (text) => {
        const malformed = problems(text).some((problem) => problem.startsWith("MALFORMED_JSON"));
        expect(malformed).toBe(!isJson(text));
      }),
      { seed: 6, numRuns: 5000 },
    );
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
