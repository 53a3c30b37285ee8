import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

// An optional field is written with `compact` (src/plan/compact.ts). A conditional spread is for what `compact` cannot say:
// a value that is computed, or another condition than "is there".
const spread = /\.\.\.\(\s*([\w.?]+?)(?:\s*!==\s*undefined)?\s*&&\s*\{\s*(?:(\w+)|[\w"-]+: ([\w.?]+)),?\s*\}\s*\)/g;

it("writes optional fields with compact, not with conditional spreads", () => {
  const files = globSync("src/**/*.ts", { exclude: ["src/**/*.test.ts"] });
  const found = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(spread)].filter(isOptionalField).map(([text]) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
});

it.each([
  ["...(zone !== undefined && { zone })", true],
  ["...(run.zone !== undefined && { zone: run.zone })", true],
  ["...(run?.zone !== undefined && { zone: run.zone })", true],
  ["...(owner !== undefined && { name: owner.text })", true],
  ["...(onDone && { onDone })", true],
  ["...(isFree && { cost: 0 })", false],
  ["...(port !== undefined && { port: Number(port) })", false],
])("tells %s from a condition of its own", (text, expected) => {
  expect([...text.matchAll(spread)].some(isOptionalField)).toBe(expected);
});

function isOptionalField([, tested = "", short, value = short ?? ""]: RegExpExecArray): boolean {
  const plain = tested.replaceAll("?.", ".");
  return value === plain || value.startsWith(`${plain}.`);
}
