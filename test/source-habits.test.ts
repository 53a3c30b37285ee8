import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

// An optional field is written with `compact` (src/plan/compact.ts). A conditional spread is for what `compact` cannot say:
// a value that is computed, or another condition than "is there".
const spread = /\.\.\.\(\s*([\w.?]+?)(?:\s*!==\s*undefined)?\s*&&\s*\{\s*(?:(\w+)|[\w"-]+: ([\w.?]+)),?\s*\}\s*\)/g;

const sources = globSync("src/**/*.ts", { exclude: ["src/**/*.test.ts", "src/**/*.test-d.ts"] }).map(
  (file) => [file, readFileSync(file, "utf8")] as const,
);

it("writes optional fields with compact, not with conditional spreads", () => {
  const found = sources.flatMap(([file, code]) =>
    [...code.matchAll(spread)].filter(isOptionalField).map(([text]) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
});

// What is derived from a value is held by the object that derives it, or by the one cache (src/plan/bounded-cache.ts).
it("keeps no WeakMap at the level of a module", () => {
  const found = sources.filter(([, code]) => /^(?:export )?const .*= new WeakMap/m.test(code));
  expect(found.map(([file]) => file)).toEqual([]);
});

it("re-exports only from index files and the published suites", () => {
  const found = sources.filter(([, code]) => /^export (?:type )?(?:\{[^}]*\}|\*.*) from/m.test(code));
  expect(found.map(([file]) => file).filter((file) => !file.endsWith("/index.ts"))).toEqual(["src/testing/suites.ts"]);
});

// A type's name is a noun phrase. The readers of language name what they found in a text, so they are left out.
it("names no type by a participle alone", () => {
  const found = sources
    .filter(([file]) => !/^src\/(?:planners|language)\//.test(file))
    .flatMap(([file, code]) =>
      [
        ...code.matchAll(
          /^(?:export )?(?:type|interface) ((?:[A-Z][a-z]*ed|Kept|Found|Seen|Known|Held|Said|Made|Given|Of))\b/gm,
        ),
      ].map(([, name]) => `${file}: ${name}`),
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
