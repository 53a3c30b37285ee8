import { describe, expect, it } from "vitest";
import { firstDifference } from "./byte-diff.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("firstDifference", () => {
  it.each([
    ["", ""],
    ["{}", "{}"],
    ["🌍", "🌍"],
  ])("finds none between %j and %j", (before, after) => {
    expect(firstDifference(bytes(before), bytes(after))).toBeUndefined();
  });

  it.each([
    ["the first byte", "a", "b", 0],
    ["the second byte", "ab", "ac", 1],
    ["a longer right side", "ab", "abc", 2],
    ["a shorter right side", "abc", "ab", 2],
    ["an empty side", "", "x", 0],
    ["bytes, not characters", "éa", "éb", 2],
  ])("counts %s", (_, before, after, offset) => {
    expect(firstDifference(bytes(before), bytes(after))?.offset).toBe(offset);
  });

  it("shows a bounded context on either side", () => {
    const found = firstDifference(bytes(`${"x".repeat(100)}A${"y".repeat(100)}`), bytes(`${"x".repeat(100)}B`));
    expect(found).toEqual({ offset: 100, before: `${"x".repeat(24)}A${"y".repeat(23)}`, after: `${"x".repeat(24)}B` });
  });
});
