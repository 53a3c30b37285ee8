import { describe, expect, it } from "vitest";
import { instantOf, localInstant, offsetMinutes } from "./zone.ts";

describe("offsetMinutes", () => {
  it.each([
    ["2026-01-15T12:00:00Z", "Europe/Berlin", 60],
    ["2026-07-15T12:00:00Z", "Europe/Berlin", 120],
    ["2026-07-15T12:00:00Z", "America/Denver", -360],
    ["2026-07-15T12:00:00Z", "Asia/Kolkata", 330],
    ["2026-07-15T12:00:00Z", "Nowhere/At-All", 0],
  ])("%s in %s is %d", (instant, zone, minutes) => {
    expect(offsetMinutes(new Date(instant), zone)).toBe(minutes);
  });
});

describe("instantOf", () => {
  it("takes a time without offset as local to the zone", () => {
    expect(instantOf({ now: "2026-03-04T10:00:00", zone: "Asia/Tokyo" }).toISOString()).toBe(
      "2026-03-04T01:00:00.000Z",
    );
    expect(instantOf({ now: "2026-03-04T10:00:00Z", zone: "Asia/Tokyo" }).toISOString()).toBe(
      "2026-03-04T10:00:00.000Z",
    );
  });

  it("is the epoch if the clock cannot be read", () => {
    expect(instantOf({ now: "soon", zone: "UTC" }).getTime()).toBe(0);
  });
});

describe("localInstant", () => {
  it.each([
    ["2026-11-18T11:00:00.000Z", "Europe/Moscow", "2026-11-18T14:00:00+03:00"],
    ["2026-11-18T22:30:00+01:00", "America/Denver", "2026-11-18T14:30:00-07:00"],
    ["later", "Europe/Moscow", "later"],
  ])("%s in %s is %s", (text, zone, local) => {
    expect(localInstant(text, zone)).toBe(local);
  });
});
