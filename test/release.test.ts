import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { dated, versionedFiles, withVersion } from "../scripts/release.ts";

const root = resolve(import.meta.dirname, "..");
const read = (file: string): string => readFileSync(join(root, file), "utf8");
const { version } = z.object({ version: z.string() }).parse(JSON.parse(read("package.json")));

describe("a release", () => {
  it.each(versionedFiles)("%s names the version of package.json", (file) => {
    const named = [...read(file).matchAll(/(?:planwright[:@-]|newTag: |@v)(\d+\.\d+\.\d+)/g)].map(
      ([, number]) => number,
    );
    expect(named.length).toBeGreaterThan(0);
    expect(new Set(named)).toEqual(new Set([version]));
  });

  it("gives create-planwright the same version", () => {
    expect(JSON.parse(read("create-planwright/package.json"))).toMatchObject({ version });
  });

  it("sets only our own version", () => {
    const text = "planwright:0.1.0 planwright-0.1.0.tgz newTag: 0.1.0 10.1.0.0 other@0.1.0";
    expect(withVersion(text, "0.1.0", "0.2.0")).toBe(
      "planwright:0.2.0 planwright-0.2.0.tgz newTag: 0.2.0 10.1.0.0 other@0.1.0",
    );
  });

  it("dates the changes and starts a new section", () => {
    expect(dated("# Changelog\n\n## Unreleased\n\n- A change.\n", "0.2.0", "2026-01-02")).toBe(
      "# Changelog\n\n## Unreleased\n\n## 0.2.0 - 2026-01-02\n\n- A change.\n",
    );
  });
});
