import { describe, expect, it } from "vitest";
import { contentHash, contentHashFull, planInputHash } from "./hash.ts";

describe("content hash", () => {
  it("is SHA-256 of the canonical form, in full and in its first 16 digits", () => {
    // echo -n '{"a":1,"b":2}' | sha256sum
    const full = "43258cff783fe7036d8a43033f830adfc60ec037382473548ac742b888292777";
    expect(contentHashFull({ b: 2, a: 1 })).toBe(full);
    expect(contentHash({ a: 1.0, b: 2 })).toBe(full.slice(0, 16));
  });

  it("refuses what has no canonical form instead of hashing something else", () => {
    expect(() => contentHash({ at: new Date(0) })).toThrow("not JSON");
  });
});

describe("planInputHash", () => {
  const input = { agentId: "a", goal: "x" };

  it.each([
    ["case and outer space of the goal", { goal: " X\n" }],
    ["an absent and a null context", { contextSummary: null }],
    ["absent, null and empty memory", { memorySnippets: [] }],
    ["absent, null and empty tools", { toolManifest: null }],
  ])("does not see %s", (_, change) => {
    expect(planInputHash({ ...input, ...change })).toBe(planInputHash(input));
  });

  it.each([
    ["the agent's case", { agentId: "A" }],
    ["inner space of the goal", { goal: "x  y" }],
    ["an empty context", { contextSummary: "" }],
    ["the context's case", { contextSummary: "Ctx" }],
    ["memory", { memorySnippets: [{}] }],
    ["tools", { toolManifest: [{}] }],
  ])("sees %s", (_, change) => {
    expect(planInputHash({ ...input, ...change })).not.toBe(planInputHash(input));
  });
});
