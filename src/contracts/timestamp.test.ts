import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonArbitraries } from "../testing/arbitraries/index.ts";
import { instantOf, Timestamp } from "./timestamp.ts";

describe("timestamps", () => {
  it.each([
    ["2025-12-01T00:00:00Z", "2025-12-01T00:00:00.000Z"],
    ["2025-12-01T00:00:00", "2025-12-01T00:00:00.000Z"],
    ["2025-12-01T00:00:00.123456", "2025-12-01T00:00:00.123Z"],
    ["2025-12-01T02:00:00+02:00", "2025-12-01T00:00:00.000Z"],
    ["2024-02-29T23:59:59-07:00", "2024-03-01T06:59:59.000Z"],
  ])("%s is the instant %s wherever it is read", (text, instant) => {
    expect(Timestamp.safeParse(text).success).toBe(true);
    expect(new Date(instantOf(text)).toISOString()).toBe(instant);
  });

  it.each([
    "2025-12-01",
    "2025-13-01T00:00:00Z",
    "2023-02-29T00:00:00Z",
    "2025-12-01 00:00:00Z",
    "2025-12-01T24:00:00Z",
    "now",
    "",
  ])("%s is refused", (text) => {
    expect(Timestamp.safeParse(text).success).toBe(false);
  });

  it("always name an instant when they are accepted", () => {
    fc.assert(
      fc.property(jsonArbitraries.timestamp(), (text) => {
        expect(Timestamp.safeParse(text).success).toBe(true);
        expect(instantOf(text)).not.toBeNaN();
      }),
      { seed: 5 },
    );
  });
});
