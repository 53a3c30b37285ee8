import { describe, expect, it } from "vitest";
import { deriveUnit } from "./derive.ts";

describe("derived values", () => {
  it("are the same on every machine and release", () => {
    // From sha256 of ["run-1","s1",2], computed elsewhere.
    expect(deriveUnit("run-1", "s1", 2)).toBe(0.2822577427703954);
  });

  it("keep the borders and the types of their parts", () => {
    const parts: [string, ...(string | number)[]][] = [["a", "bc"], ["ab", "c"], ["abc"], ["a", 1], ["a", "1"]];
    expect(new Set(parts.map((some) => deriveUnit(...some))).size).toBe(parts.length);
  });

  it("spread evenly over [0, 1)", () => {
    const units = Array.from({ length: 4_000 }, (_, at) => deriveUnit("seed", at));
    const tenths = Array.from(
      { length: 10 },
      (_, tenth) => units.filter((unit) => Math.floor(unit * 10) === tenth).length,
    );
    expect(units.every((unit) => unit >= 0 && unit < 1)).toBe(true);
    expect(Math.min(...tenths)).toBeGreaterThan(320);
    expect(Math.max(...tenths)).toBeLessThan(480);
  });
});
