import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonArbitraries } from "../../test/support/arbitraries/index.ts";
import { instantOf, Timestamp } from "./timestamp.ts";

describe("timestamps", () => {
  it.each([
    ["2025-12-01T00:00:00Z", "2025-12-01T00:00:00.000Z"],
    ["2025-12-01T00:00:00", "2025-12-01T00:00:00.000Z"],
    ["2025-12-01T00:00:00.123456", "2025-12-01T00:00:00.123Z"],
    ["2025-12-01T02:00:00+02:00", "2025-12-01T00:00:00.000Z"],
    ["2024-02-29T23:59:59-07:00", "2024-03-01T06:59:59.000Z"],
    ["2025-12-01T00:00Z", "2025-12-01T00:00:00.000Z"],
    ["2025-12-01T00:00", "2025-12-01T00:00:00.000Z"],
    ["20251201T000000Z", "2025-12-01T00:00:00.000Z"],
    ["20251201T0530+0530", "2025-12-01T00:00:00.000Z"],
    ["2025-12-01T05:30:00+0530", "2025-12-01T00:00:00.000Z"],
    ["2025-12-01T05:00:00+05", "2025-12-01T00:00:00.000Z"],
    ["2025-12-01T00:00:00,5Z", "2025-12-01T00:00:00.500Z"],
    ["2025-12-01T00,5Z", "2025-12-01T00:30:00.000Z"],
    ["2025-12-01T00:00:00.999999999Z", "2025-12-01T00:00:00.999Z"],
    ["2025-335T00:00:00Z", "2025-12-01T00:00:00.000Z"],
    ["2025-W49-1T00:00:00Z", "2025-12-01T00:00:00.000Z"],
    ["2020W537T00Z", "2021-01-03T00:00:00.000Z"],
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
    "20251201T00:00:00Z",
    "2025-12-01T000000Z",
    "2025-12-01T00:00:00+25:00",
    "2025-12-01T00:00:00z",
    "2025-366T00:00:00Z",
    "2025-W53-1T00:00:00Z",
    "2025-12-01T00:00:00.Z",
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
