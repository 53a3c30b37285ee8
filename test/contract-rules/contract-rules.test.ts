import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";

/** A rule of a contract in one sentence, and the test that protects it: its file, and its title or the name of its row. */
const Rule = z.strictObject({
  id: z.string().regex(/^[1-5]\.[\w.]+$/),
  rule: z.string().min(1),
  file: z.string().endsWith(".test.ts"),
  test: z.string().min(1),
});

const root = resolve(import.meta.dirname, "../..");

function rulesOf(contract: string): z.infer<typeof Rule>[] {
  const lines = readFileSync(resolve(import.meta.dirname, `${contract}.jsonl`), "utf8").trim();
  return lines.split("\n").map((line) => Rule.parse(JSON.parse(line)));
}

const text = String.raw`(["'\`])((?:\\.|(?!\1)[^\\])*)\1`;
/** The first argument of it, describe, the call after each, and of the tables built on them. */
const titles = new RegExp(String.raw`(?:\b(?:it|test|describe|table)(?:\.(?!skip|todo)\w+)*\(|\)\()\s*${text}`, "g");
/** The name of a row of a table: the first of several values. */
const rowNames = new RegExp(String.raw`\[\s*${text},`, "g");

function testsOf(file: string): Set<string> {
  const source = readFileSync(resolve(root, file), "utf8");
  const found = [titles, rowNames].flatMap((pattern) => [...source.matchAll(pattern)]);
  return new Set(found.map(([, , title = ""]) => title.replaceAll(/\\(["'`])/g, "$1")));
}

// A sentence of a contract has a row here, and a row without its test fails.
describe.each(["service", "structured", "actions", "determinism", "react"])("contract %s", (contract) => {
  const rules = rulesOf(contract);

  it("names each rule once", () => {
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
  });

  it.each(rules)("$id: $rule", ({ file, test }) => {
    expect(testsOf(file), `a test of ${file}`).toContain(test);
  });
});
