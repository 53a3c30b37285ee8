import { describe, expect, it } from "vitest";
import { parse as readYaml } from "yaml";
import { type ConfigKey, configKeys } from "../../scripts/configuration/config-keys.ts";
import { isJsonObject } from "../../src/plan/json.ts";
import { blocksIn, readPage } from "./support/markdown.ts";

// The reference is generated from the schema, so every key needs a description.
describe("docs/configuration.md", () => {
  const keys = configKeys();
  const known = new Set(keys.map(({ path }) => path));
  const shown = new Set(blocksIn("docs/configuration.md").flatMap(({ text }) => pathsIn(readYaml(text), "", known)));

  it("covers all keys", () => {
    expect(keys.length).toBeGreaterThan(150);
  });

  it.each(keys)("$path has a description", ({ about }: ConfigKey) => {
    expect(about).toMatch(/^\S.{3,}[^.]$/);
  });

  it("has a row and an example for each key", () => {
    const text = readPage("docs/configuration.md").toLowerCase();
    const rows = keys.filter(({ path, about }) => !text.includes(about.toLowerCase()) || !shown.has(path));
    expect(rows.map(({ path }) => path)).toEqual([]);
  });
});

/** Key paths of a document in the notation of the reference; names that the user chooses become placeholders. */
function pathsIn(value: unknown, path: string, known: ReadonlySet<string>): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => pathsIn(item, `${path}[]`, known));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, child]) => {
    const own = path === "" ? name : `${path}.${name}`;
    const here = known.has(own) ? own : `${path}.<name>`;
    return [here, ...pathsIn(child, here, known)];
  });
}
