import { existsSync, readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { benches } from "../bench/names.ts";
import { report } from "../bench/report.ts";
import { readResults } from "../bench/results.ts";

const root = resolve(import.meta.dirname, "..");

// Documented values must equal the measured ones. Also runs the simulation.
describe("metrics", { timeout: 120_000 }, () => {
  const files = report();

  it.each(files.map(({ path, text }) => [path, text]))("%s is what `npm run bench -- report` writes", (path, text) => {
    expect(readFileSync(resolve(root, path), "utf8")).toBe(text);
  });

  it("have a section for every benchmark", () => {
    const document = readFileSync(resolve(root, "docs/performance.md"), "utf8");
    expect(benches.filter(({ name }) => !document.includes(`<!-- ${name} -->`))).toEqual([]);
    expect(Object.keys(readResults().benches).filter((name) => !benches.some((one) => one.name === name))).toEqual([]);
  });

  it("show all plots and no other", () => {
    const drawn = files.map(({ path }) => path).filter((path) => path.startsWith("docs/plots/"));
    const kept = existsSync(resolve(root, "docs/plots")) ? readdirSync(resolve(root, "docs/plots")) : [];
    expect(kept.map((file) => `docs/plots/${file}`).toSorted()).toEqual(drawn.toSorted());
    for (const { text } of files.filter(({ path }) => path.endsWith(".svg"))) expect(text).not.toMatch(/NaN|Infinity/);
  });
});
