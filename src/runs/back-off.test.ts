import { describe, expect, it } from "vitest";
import { backOffMs } from "./phase-of.ts";

describe("backOffMs", () => {
  it("is the same for the same run, unit and attempt, so that a replay waits the same", () => {
    expect(backOffMs("run-1", "step:s1", 1)).toBe(backOffMs("run-1", "step:s1", 1));
    expect(backOffMs("run-1", "step:s1", 1)).not.toBe(backOffMs("run-2", "step:s1", 1));
  });

  it.each([
    [1, 250, 500],
    [2, 500, 1000],
    [5, 4000, 8000],
    [20, 30_000, 60_000],
  ])("after attempt %i is between %i and %i ms", (attempt, least, most) => {
    for (let run = 0; run < 50; run += 1) {
      const ms = backOffMs(`run-${run}`, "step:s1", attempt);
      expect(ms).toBeGreaterThanOrEqual(least);
      expect(ms).toBeLessThanOrEqual(most);
    }
  });
});
