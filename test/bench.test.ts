import { describe, expect, it } from "vitest";
import { latencyFigures, rateFigures } from "../bench/engine/figures.ts";
import { figure } from "../bench/figure.ts";
import { outcomeOf } from "../bench/load/outcome.ts";
import { fillBlocks } from "../bench/report/blocks.ts";
import { claimMs } from "../bench/scale-model/constants.ts";
import { createHeap } from "../bench/scale-model/heap.ts";
import { type Model, simulate } from "../bench/scale-model/simulate.ts";

// Errors in the measurement code would go unnoticed.
describe("a benchmark value", () => {
  const said = { table: "t", name: "n", what: "w", unit: "×" } as const;

  it.each([
    ["higher", 2, true],
    ["higher", 4, false],
    ["lower", 4, true],
    ["lower", 2, false],
  ] as const)("that is better %s with an aim of %d is met: %s", (better, aim, met) => {
    expect(figure({ ...said, better, aim }, [1, 3, 5])).toMatchObject({ value: 3, met, samples: 3, spread: [1, 5] });
  });

  it("without a target is neither met nor missed", () => {
    expect(figure({ ...said, better: "lower" }, 2)).not.toHaveProperty("met");
  });
});

describe("jobs beside another engine", () => {
  it("are compared round by round", () => {
    const round = (workedPerSecond: number) => ({ putPerSecond: 1, workedPerSecond });
    const rounds = new Map([
      ["Planwright", [round(100), round(200), round(900)]],
      ["other", [round(200), round(100), round(300)]],
    ]);
    const worked = rateFigures(2, rounds);
    expect(worked.map(({ what, unit, value, spread }) => [what, unit, value, spread])).toEqual([
      ["Planwright", "/s", 200, [100, 900]],
      ["other", "/s", 200, [100, 300]],
      ["to other", "×", 2, [0.5, 3]],
    ]);
  });

  it("report waits as p50 and p99 of each round", () => {
    const waits = Array.from({ length: 100 }, (_, at) => at);
    const figures = latencyFigures(new Map([["Planwright", [waits, waits, waits]]]), 50);
    expect(figures.map(({ name, value }) => [name, value])).toEqual([
      ["p50 at 50 jobs a second", 50],
      ["p99 at 50 jobs a second", 99],
    ]);
  });
});

describe("load outcomes", () => {
  const sample = (second: number, ms: number, status: number) => ({ second, ms, status });

  it("separates good, late, refused and failed by the second of the planned send", () => {
    const samples = [sample(0, 10, 200), sample(0, 1500, 202), sample(1, 5, 503), sample(1, 6, 429), sample(1, 7, 0)];
    const outcome = outcomeOf({ rate: 2, seconds: 2 }, samples, [0, 1]);
    expect(outcome).toMatchObject({ good: 1, late: 1, shed: 2, wrong: 1, p50: 1500, p99: 1500 });
    expect(outcome.statuses).toEqual({ 200: 1, 202: 1, 429: 1, 503: 1, broken: 1 });
    expect(outcome.each.map(({ good, shed }) => [good, shed])).toEqual([
      [1, 0],
      [0, 2],
    ]);
  });
});

describe("the simulation of many workers", () => {
  const plain: Model = {
    slots: 640,
    workers: 10,
    workerMs: 2,
    databaseCores: 16,
    databaseMs: 1,
    flushes: 1,
    flushMs: 0.5,
    bytes: 1000,
    logBytesPerMs: 200_000,
    toolMs: 0,
  };

  // The bottleneck sets the throughput: its capacity divided by its time per run.
  it.each<[string, Partial<Model>, number, keyof ReturnType<typeof simulate>]>([
    ["the workers", {}, 5_000, "workers"],
    ["the database", { workers: 100 }, 16_000, "database"],
    ["the slots", { toolMs: 640 }, 1_000, "slots"],
    ["the log", { bytes: 200_000, databaseCores: 100, workers: 1_000 }, 1_000, "log"],
  ])("is limited by %s", (_, change, perSecond, part) => {
    const found = simulate({ ...plain, ...change });
    expect(found.perSecond / perSecond).toBeGreaterThan(0.9);
    expect(found.perSecond / perSecond).toBeLessThan(1.1);
    expect(found[part]).toBeGreaterThan(0.9);
  });

  it("is deterministic", () => {
    expect(simulate(plain)).toEqual(simulate(plain));
  });

  it.each([
    [100, 1],
    [1_000, 1],
    [5_500, 5.5],
    [20_000, 20],
  ])("takes %d jobs under way for a claim of %d ms, along the line that was measured", (underWay, ms) => {
    const claims = [
      [1_000, 1],
      [10_000, 10],
    ] as const;
    const constants = {
      runs: {},
      connectionsOfWorker: 0,
      noticeMs: 0,
      idle: { transactions: 0, databaseMs: 0 },
      claims,
    };
    expect(claimMs(constants, underWay)).toBeCloseTo(ms, underWay < 1_000 ? -1 : 5);
  });

  it.each([
    [64, 2.9],
    [640, 3],
    [64_000, 4],
    [640_000, 4],
  ])("takes %d jobs under way for a claim of about %d ms where more of them cost no more", (underWay, ms) => {
    const claims = [
      [640, 3],
      [6_400, 4],
      [64_000, 3.8],
    ] as const;
    const rest = { runs: {}, connectionsOfWorker: 0, noticeMs: 0, idle: { transactions: 0, databaseMs: 0 } };
    expect(claimMs({ ...rest, claims }, underWay)).toBeCloseTo(ms, 1);
  });

  it("returns the smallest first", () => {
    const heap = createHeap<number>((one) => one);
    for (const one of [5, 1, 4, 1, 3]) heap.push(one);
    expect(Array.from({ length: 6 }, () => heap.pop())).toEqual([1, 1, 3, 4, 5, undefined]);
  });
});

describe("blocks of a document", () => {
  const document = "before\n<!-- plan -->\nold\n<!-- end -->\nafter\n<!-- other -->\nkept\n<!-- end -->\n";

  it("are filled idempotently, and the rest stays", () => {
    const once = fillBlocks(document, { plan: "new" });
    expect(once).toBe("before\n<!-- plan -->\n\nnew\n\n<!-- end -->\nafter\n<!-- other -->\nkept\n<!-- end -->\n");
    expect(fillBlocks(once, { plan: "new" })).toBe(once);
  });
});
