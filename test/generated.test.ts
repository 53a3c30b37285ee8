import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { generate } from "../scripts/generate.ts";

// Generated files must match the source.
describe("generated files", () => {
  const files = generate();

  it("have unique paths", () => {
    expect(new Set(files.map(({ path }) => path)).size).toBe(files.length);
  });

  it.each(files.map(({ path, text }) => [path, text]))("%s is what `npm run generate` writes", (path, text) => {
    expect(readFileSync(resolve(import.meta.dirname, "..", path), "utf8")).toBe(text);
  });
});
