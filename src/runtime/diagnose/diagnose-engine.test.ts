import { describe, expect, it } from "vitest";
import { diagnoseEngine, engineFinding, queueFinding } from "./diagnose-engine.ts";
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

  const now = 1_000_000;
  const depth = { queue: "runs", due: 3, running: 2, dead: 0, oldestDueAt: now - 1_500 };
  it.each([
    ["nothing to do", [], undefined, "ok", "0 jobs due; 0 running"],
    ["jobs that are taken", [depth], undefined, "ok", "3 jobs due, the oldest for 1.5 s; 2 running"],
    ["jobs that wait", [{ ...depth, oldestDueAt: now - 61_000 }], undefined, "warn", "the oldest for 61.0 s"],
    ["a relay", [depth], { waiting: { runs: 1 }, relayedAt: { runs: now - 900 } }, "ok", "1 of them in Redis"],
    ["a dead relay", [depth], { waiting: {}, relayedAt: { runs: now - 11_000 } }, "bad", "nobody relays runs"],
    ["no relay ever", [depth], { waiting: {}, relayedAt: {} }, "bad", "nobody relays runs"],
    ["no relay and no job", [], { waiting: {}, relayedAt: {} }, "ok", "0 jobs due"],
  ] as const)("reports the queues with %s", (_, depths, stats, state, words) => {
    const finding = queueFinding(depths, stats, now);
    expect(findingState(finding)).toBe(state);
    expect(finding.message).toContain(words);
  });
});
