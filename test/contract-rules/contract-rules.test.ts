import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";

/** A rule of a contract in one sentence, and the test that protects it: a file and a part of its source. */
const Rule = z.strictObject({
  id: z.string().regex(/^[1-5]\.[\w.]+$/),
  rule: z.string().min(1),
  file: z.string(),
  test: z.string().min(5),
});

const root = resolve(import.meta.dirname, "../..");

function rulesOf(contract: string): z.infer<typeof Rule>[] {
  const lines = readFileSync(resolve(import.meta.dirname, `${contract}.jsonl`), "utf8").trim();
  return lines.split("\n").map((line) => Rule.parse(JSON.parse(line)));
}

// A sentence of a contract has a row here, and a row without its test fails.
describe.each(["service", "structured", "actions", "determinism", "react"])("contract %s", (contract) => {
  const rules = rulesOf(contract);

  it("names each rule once", () => {
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
  });

  it.each(rules)("$id: $rule", ({ file, test }) => {
    expect(readFileSync(resolve(root, file), "utf8")).toContain(test);
  });
});
