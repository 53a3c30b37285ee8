import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { proseOf, root } from "./support/markdown.ts";

const prose = proseOf("docs/architecture.md");

describe("docs/architecture.md", () => {
  it("has one row for each module", () => {
    const rows = prose.matchAll(/^\| (`[^|]+) \|/gm);
    const named = [...rows].flatMap(([, cell = ""]) =>
      [...cell.matchAll(/`([a-z]+)\/`/g)].map(([, name = ""]) => name),
    );
    const modules = readdirSync(join(root, "src"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(new Set(named)).toEqual(new Set([...modules.map(({ name }) => name), "console", "src"]));
  });

  it("names only files that exist", () => {
    const files = [...prose.matchAll(/`(src\/[\w/-]+\.ts)`/g)].map(([, file = ""]) => file);
    expect(files.length).toBeGreaterThan(35);
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  it("walks each request in at most 20 steps", () => {
    const walks = prose.split(/^### /m).slice(1);
    const lengths = walks.map((walk) => Math.max(...[...walk.matchAll(/^(\d+)\. /gm)].map(([, step]) => Number(step))));
    expect(lengths).toHaveLength(4);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(20);
  });
});
