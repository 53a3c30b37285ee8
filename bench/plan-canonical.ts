import { hash } from "node:crypto";
import { contentHashFull } from "../src/plan/hash.ts";
import { parseJsonText } from "../src/plan/json-text.ts";
import { type Figure, figure } from "./figure.ts";
import { compare, heapMb } from "./measure.ts";
import { samplePlan } from "./sample-plan.ts";

const table = "Canonical form and strict parsing";

/** Canonical form and hash against `JSON.stringify` and SHA-256; strict parsing against `JSON.parse`; growth. */
export function canonicalFigures(rounds: number): Figure[] {
  return [...hashing(rounds), ...parsing(rounds), ...growth(rounds)];
}

function hashing(rounds: number): Figure[] {
  const plan = samplePlan(50);
  const [, ours] = compare(
    [
      { name: "JSON.stringify + SHA-256", run: () => hash("sha256", JSON.stringify(plan)) },
      { name: "canonical form + SHA-256", run: () => contentHashFull(plan) },
    ],
    rounds,
  );
  const said = { table, name: "canonical form and SHA-256, 50 steps", better: "lower" } as const;
  return [
    figure({ ...said, what: "to JSON.stringify and SHA-256", unit: "×", aim: 2.5 }, ours?.ratios ?? []),
    figure({ ...said, what: "time", unit: "µs" }, ours?.us ?? []),
  ];
}

function parsing(rounds: number): Figure[] {
  const text = JSON.stringify(samplePlan(50));
  const escaped = text.replaceAll(/[^\x20-\x7e]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
  const [, plain, ascii] = compare(
    [
      { name: "JSON.parse", run: () => JSON.parse(text) as unknown },
      { name: "parseJsonText, 50 steps", run: () => parseJsonText(text) },
      { name: "parseJsonText, text escaped to ASCII", run: () => parseJsonText(escaped) },
    ],
    rounds,
  );
  return [plain, ascii].flatMap((one) => {
    const said = { table, name: one?.name ?? "", better: "lower" } as const;
    return [
      figure({ ...said, what: "to JSON.parse", unit: "×" }, one?.ratios ?? []),
      figure({ ...said, what: "time", unit: "µs" }, one?.us ?? []),
    ];
  });
}

function growth(rounds: number): Figure[] {
  return [10, 100, 1_000, 10_000].flatMap((steps) => {
    const plan = samplePlan(steps);
    const [, ours] = compare(
      [
        { name: "stringify", run: () => hash("sha256", JSON.stringify(plan)) },
        { name: "ours", run: () => contentHashFull(plan) },
      ],
      Math.min(21, rounds),
    );
    const before = heapMb();
    contentHashFull(plan);
    const left = process.memoryUsage().heapUsed / 2 ** 20 - before;
    const said = {
      table: "Canonical form and SHA-256 as plans grow",
      name: `${steps} steps`,
      better: "lower",
    } as const;
    return [
      figure(
        { ...said, what: "time", unit: "ms" },
        (ours?.us ?? []).map((us) => us / 1000),
      ),
      figure(
        { ...said, what: "a step", unit: "µs" },
        (ours?.us ?? []).map((us) => us / steps),
      ),
      figure({ ...said, what: "to JSON.stringify and SHA-256", unit: "×" }, ours?.ratios ?? []),
      figure({ ...said, what: "heap before collection", unit: "MB" }, Math.max(0, left)),
    ];
  });
}
