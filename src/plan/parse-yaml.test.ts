import { describe, expect, it } from "vitest";
import { z } from "zod";
import { parseYaml } from "./parse-yaml.ts";

const Shape = z.strictObject({
  name: z.string(),
  tools: z.array(z.strictObject({ id: z.string(), timeout_ms: z.int().optional() })).default([]),
});

const parse = (text: string) => {
  const parsed = parseYaml(Shape, { text, file: "a.yaml" }, ({ name }) =>
    name === "bad" ? [{ code: "INVALID_VALUE", pointer: "/name", message: "is bad" }] : [],
  );
  return parsed.ok
    ? parsed.value
    : parsed.issues.map((issue) => `${issue.code} ${issue.message} ${issue.hint ?? ""}`.trim());
};

const bomb = [
  "a0: &a0 [x, x, x, x, x, x, x, x, x]",
  ...Array.from({ length: 9 }, (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at}, `.repeat(9)}x]`),
].join("\n");

describe("parseYaml", () => {
  it("reads a document that fits, with its defaults", () => {
    expect(parse("name: x")).toEqual({ name: "x", tools: [] });
  });

  it.each([
    [
      "a misspelt field",
      "name: x\ntools:\n  - id: a\n    timeout: 5\n",
      /^UNKNOWN_FIELD a\.yaml:4:5: .*Did you mean "timeout_ms"/,
    ],
    ["a wrong type", "name: x\ntools:\n  - id: 7\n", /^WRONG_TYPE a\.yaml:3:5/],
    ["a missing field", "name: x\ntools:\n  - {}\n", /^MISSING_FIELD a\.yaml:3:5/],
    ["nothing at all", "", /^MISSING_FIELD a\.yaml:1:1/],
    ["a key that stands twice", "name: x\nname: y\n", /^DUPLICATE_KEY a\.yaml:2:1/],
    ["what is no YAML", "name: [\n", /^INVALID_FORMAT a\.yaml:2:1/],
    ["a missing colon", "tools\n  - id: a\n  - id: b\nname: x\n", /^INVALID_FORMAT a\.yaml:1:1: .*colon missing/],
    ["what only code can see", "# first\nname: bad\n", /^INVALID_VALUE a\.yaml:2:1: is bad$/],
  ])("names the line of %s", (_, text, expected) => expect(parse(text)).toEqual([expect.stringMatching(expected)]));

  it("names all faults at once", () => {
    expect(parse("nam: x\ntools:\n  - id: 7\n  - idd: b\n")).toHaveLength(5);
  });

  it.each([
    ["brackets", `a: 1\nb: ${"[".repeat(20_000)}`, "f.yaml:2:1: the text is nested too deeply; the limit is 200"],
    ["lists", `a: 1\nb:\n  ${"- ".repeat(20_000)}x`, "f.yaml:3:1: the text is nested too deeply; the limit is 200"],
    ["aliases", bomb, "f.yaml:2:1: more than 100 aliases"],
    ["characters", "a: ".padEnd(1_000_001, "x"), "f.yaml:1:1: the file has 1000001 characters; the limit is 1000000"],
  ])("refuses too many %s with file and line", (_name, text, message) => {
    expect(parseYaml(z.unknown(), { text, file: "f.yaml" })).toMatchObject({
      ok: false,
      issues: [{ code: "TOO_LARGE", message }],
    });
  });
});
