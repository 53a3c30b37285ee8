import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { proseOf, root } from "./support/markdown.ts";

describe("docs/architecture.md", () => {
  it("has one row for each module", () => {
    const rows = proseOf("docs/architecture.md").matchAll(/^\| (`[^|]+) \|/gm);
    const named = [...rows].flatMap(([, cell = ""]) =>
      [...cell.matchAll(/`([a-z]+)\/`/g)].map(([, name = ""]) => name),
    );
    const modules = readdirSync(join(root, "src"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(new Set(named)).toEqual(new Set([...modules.map(({ name }) => name), "console", "src"]));
  });
});
