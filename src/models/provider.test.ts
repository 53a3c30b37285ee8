import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const src = join(import.meta.dirname, "..");

describe("the providers' packages", () => {
  it("are loaded by the first call and by nothing else: everywhere only their types are imported", () => {
    const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
    const loads = files.flatMap((file) => {
      const text = readFileSync(join(src, file), "utf8");
      const found = [...text.matchAll(/^(?:import|export) (?!type\b)[^;]*?from "@ai-sdk\/[^"]+"/gm)];
      return found.map(([line]) => `${file}: ${line}`);
    });
    expect(loads).toEqual([]);
  });
});
