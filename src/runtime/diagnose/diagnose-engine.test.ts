import { describe, expect, it } from "vitest";
import { diagnoseEngine, engineFinding } from "./diagnose-engine.ts";
import { findingState } from "./finding.ts";

describe("doctor names the engine", () => {
  it.each([
    [{}, "ok", "embedded"],
    [{ DATABASE_URL: "postgres://127.0.0.1/x" }, "ok", "leased"],
    [{ DATABASE_URL: "postgres://127.0.0.1/x", REDIS_URL: "redis://127.0.0.1:1", ENGINE: "leased" }, "ok", "leased"],
    [{ DATABASE_URL: "postgres://127.0.0.1/x", ENGINE: "bullmq" }, "bad", "needs REDIS_URL"],
    [{ DATABASE_URL: "postgres://127.0.0.1/x", ENGINE: "kafka" }, "bad", "leased or bullmq"],
  ] as const)("%j is %s: %s", async (env, state, words) => {
    const finding = await diagnoseEngine(env);
    expect(findingState(finding)).toBe(state);
    expect(finding.message).toContain(words);
  });

  it.each([
    ["7.2.1", "noeviction", "ok"],
    ["7.2.1", "allkeys-lru", "warn"],
    ["5.0.14", "noeviction", "bad"],
  ] as const)("Redis %s with %s is %s", (version, evictionPolicy, state) => {
    expect(findingState(engineFinding({ version, evictionPolicy, roundTripMs: 1 }))).toBe(state);
  });
});
