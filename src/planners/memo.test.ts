import { describe, expect, it } from "vitest";
import { Plan } from "../plan/plan.ts";
import type { MemoEntry, MemoStore } from "../ports/memo-store.ts";
import { isPlannerError, type Planner, type PlannerAnswer, type PlannerRequest } from "../ports/planner.ts";
import { createFakeClock } from "../testing/fake-clock.ts";
import { createMemo } from "./memo.ts";
import { createMemoryMemoStore, hashOf } from "./memory-memo-store.ts";
import { plannerError } from "./planner-error.ts";

const call = { signal: new AbortController().signal, clock: createFakeClock() };
const request: PlannerRequest = {
  agentId: "a",
  goal: "echo Q-0192",
  toolbox: [],
  surface: "determinism",
  now: "2025-01-15T12:00:00Z",
  zone: "UTC",
};

/** A planner that never answers the same twice. */
function fickle(): Planner & { calls: number } {
  const planner = {
    id: "fickle",
    version: "1.0.0",
    mode: "none" as const,
    model: "dice",
    calls: 0,
    async plan({ goal }: PlannerRequest): Promise<PlannerAnswer> {
      planner.calls += 1;
      const args = { goal, roll: planner.calls };
      const plan = Plan.parse({ steps: [{ kind: "tool", id: "s1", tool: "echo", args }] });
      return { plan, confidence: 1, deterministic: false, usage: { model: "dice", inputTokens: 1, outputTokens: 1 } };
    },
  };
  return planner;
}

async function roll(planner: Planner, part: Partial<PlannerRequest> = {}): Promise<unknown> {
  const answer = await planner.plan({ ...request, ...part }, call);
  if (isPlannerError(answer)) return answer.code;
  const [step] = answer.plan.steps;
  return step?.kind === "tool" ? step.args : undefined;
}

describe("the memo", () => {
  it("makes any planner fully deterministic: reuses the first answer", async () => {
    const memo = createMemo(fickle(), createMemoryMemoStore(10));
    expect([memo.id, memo.mode]).toEqual(["memo:fickle", "full"]);
    expect([await roll(memo), await roll(memo)]).toEqual([
      { goal: "echo Q-0192", roll: 1 },
      { goal: "echo Q-0192", roll: 1 },
    ]);
    expect(memo.stats()).toEqual({ hits: 1, misses: 1 });
  });

  it("answers concurrent equal requests with one call", async () => {
    const inner = fickle();
    const memo = createMemo(inner, createMemoryMemoStore(10));
    const rolls = await Promise.all(Array.from({ length: 8 }, () => roll(memo)));
    expect(new Set(rolls.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(inner.calls).toBe(1);
  });

  // One client that hangs up must not cost the others their answer.
  it("plans again for waiters of a cancelled call", async () => {
    const inner = fickle();
    const givesUp: Planner = {
      ...inner,
      plan: async (asked, made) =>
        made.signal.aborted ? plannerError("PLANNER_GENERATION_FAILED", "aborted") : inner.plan(asked, made),
    };
    const memo = createMemo(givesUp, createMemoryMemoStore(10));
    const gone = new AbortController();
    const first = memo.plan(request, { ...call, signal: gone.signal });
    const others = [roll(memo), roll(memo)];
    gone.abort();
    expect(await first).toMatchObject({ message: "aborted" });
    expect(await Promise.all(others)).toMatchObject([{ roll: 1 }, { roll: 1 }]);
    expect(inner.calls).toBe(1);
  });

  it("charges for tokens once", async () => {
    const memo = createMemo(fickle(), createMemoryMemoStore(10));
    const [first, second] = [await memo.plan(request, call), await memo.plan(request, call)];
    expect(["usage" in first, "usage" in second]).toEqual([true, false]);
  });

  it.each<[string, Partial<PlannerRequest>]>([
    ["another spelling of the goal", { goal: "echo q-0192" }],
    ["another time", { now: "2025-01-16T12:00:00Z" }],
    ["another zone", { zone: "Asia/Tokyo" }],
    ["another surface", { surface: "runs" }],
    ["another agent", { agentId: "b" }],
    ["another context", { contextSummary: "" }],
    ["another manifest", { manifest: [{ skill_id: "x" }] }],
    ["another history", { history: [{ role: "user", content: "hi" }] }],
  ])("does not hand one request's answer to %s", async (_, part) => {
    const memo = createMemo(fickle(), createMemoryMemoStore(10));
    await roll(memo);
    expect(await roll(memo, part)).toMatchObject({ roll: 2 });
  });

  it("can be inspected: two spellings share the input hash and have an entry each", async () => {
    const memo = createMemo(fickle(), createMemoryMemoStore(10));
    await roll(memo);
    await roll(memo, { goal: "ECHO q-0192" });
    const entries = await memo.entries();
    expect(entries.map(({ goal, planner }) => [goal, planner])).toEqual([
      ["echo Q-0192", "fickle"],
      ["ECHO q-0192", "fickle"],
    ]);
    expect(new Set(entries.map(({ inputHash }) => inputHash)).size).toBe(1);
  });

  it("does not store errors", async () => {
    let fails = true;
    const inner = fickle();
    const shaky: Planner = {
      ...inner,
      plan: async (asked, call) => (fails ? plannerError("PLANNER_TIMEOUT", "late") : inner.plan(asked, call)),
    };
    const memo = createMemo(shaky, createMemoryMemoStore(10));
    expect(await roll(memo)).toBe("PLANNER_TIMEOUT");
    fails = false;
    expect(await roll(memo)).toMatchObject({ roll: 1 });
  });

  it("plans again where the stored plan is no longer valid", async () => {
    const kept = createMemoryMemoStore(10);
    const memo = createMemo(fickle(), kept);
    await roll(memo);
    const [entry] = await kept.list();
    const spoilt = { ...entry, answer: { plan: { steps: "?" } } } as unknown as MemoEntry; // as an edited file might be
    await kept.put(spoilt);
    expect(await roll(memo)).toMatchObject({ roll: 2 });
  });

  it("works on any store that keeps the port", async () => {
    const rows = new Map<string, MemoEntry>();
    const store: MemoStore = {
      get: async (key) => rows.get(key),
      put: async (entry) => void rows.set(entry.key, { ...entry, inputHash: hashOf(entry) }),
      list: async () => [...rows.values()],
    };
    expect(await roll(createMemo(fickle(), store))).toMatchObject({ roll: 1 });
    expect(await roll(createMemo(fickle(), store))).toMatchObject({ roll: 1 });
  });
});

describe("the memory store", () => {
  it("keeps the most recently used entries, immutable", async () => {
    const store = createMemoryMemoStore(2);
    const memo = createMemo(fickle(), store);
    for (const goal of ["one", "two", "one", "three"]) await roll(memo, { goal });
    expect((await store.list()).map(({ goal }) => goal)).toEqual(["one", "three"]);
    const [entry] = await store.list();
    if (entry !== undefined) entry.goal = "changed";
    expect((await store.list()).map(({ goal }) => goal)).toEqual(["one", "three"]);
  });
});
