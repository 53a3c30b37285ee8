import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const readme = readFileSync(resolve("README.md"), "utf8");

describe("the README", () => {
  it("shows a program that prints what it says", () => {
    const [, program = "", , printed = ""] = /```ts\n([\s\S]*?)```\n\n(```\n)([\s\S]*?)```/.exec(readme) ?? [];
    const folder = mkdtempSync(join(tmpdir(), "planwright-readme-"));
    try {
      const file = join(folder, "program.ts");
      writeFileSync(file, program.replace('"planwright"', JSON.stringify(resolve("src/index.ts"))));
      const out = execFileSync(process.execPath, [file], { cwd: folder, encoding: "utf8", timeout: 60_000 });
      expect(out).toBe(printed);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }, 60_000);

  it("links only to files that are there", () => {
    const links = [...readme.matchAll(/\]\(([^)#:]+)\)/g)].map((match) => match[1] ?? "");
    expect(links.length).toBeGreaterThan(5);
    for (const link of links) expect(() => readFileSync(resolve(link)), link).not.toThrow(/ENOENT/);
  });
});
