import { hash } from "node:crypto";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { contentHashFull } from "../src/plan/hash.ts";
import { canonicalText } from "../src/plan/canonical.ts";
import { parseJsonText } from "../src/plan/json-text.ts";
import { compare, comparisonRows, print, round, type Section } from "./measure.ts";
import { samplePlan } from "./sample-plan.ts";

const limit = 2.5;

/** Canonical form and hash against `JSON.stringify` and SHA-256; strict parsing against `JSON.parse`; growth. */
export function canonicalSections(): Section[] {
  return [hashing(), parsing(), growth()];
}

export function run(args: readonly string[]): void {
  print(canonicalSections(), args);
}

function hashing(): Section {
  const plan = samplePlan(50);
  const measured = compare([
    { name: "JSON.stringify + SHA-256", run: () => hash("sha256", JSON.stringify(plan)) },
    { name: "canonical form + SHA-256", run: () => contentHashFull(plan) },
    // Read from the end, so that a text built of pieces is joined as the hash would join it.
    { name: "canonical form alone", run: () => canonicalText(plan).charCodeAt(1000) },
  ]);
  const ratio = measured[1]?.ratio ?? Number.NaN;
  return {
    title: `Canonical form of a 50-step plan (${JSON.stringify(plan).length} characters)`,
    rows: comparisonRows(measured),
    verdict: `${ratio <= limit ? "Within" : "OVER"} the limit of ${limit} for form and hash.`,
  };
}

function parsing(): Section {
  const text = JSON.stringify(samplePlan(50));
  const escaped = text.replaceAll(/[^\x20-\x7e]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
  const measured = compare([
    { name: "JSON.parse", run: () => JSON.parse(text) as unknown },
    { name: "parseJsonText", run: () => parseJsonText(text) },
    { name: "parseJsonText, text escaped to ASCII", run: () => parseJsonText(escaped) },
  ]);
  return { title: "Strict parsing of the same plan", rows: comparisonRows(measured) };
}

function growth(): Section {
  const collect = exposeGc();
  const rows = [10, 100, 1_000, 10_000].map((steps) => {
    const plan = samplePlan(steps);
    const [, ours] = compare(
      [
        { name: "baseline", run: () => hash("sha256", JSON.stringify(plan)) },
        { name: "ours", run: () => contentHashFull(plan) },
      ],
      21,
    );
    collect();
    const before = process.memoryUsage().heapUsed;
    contentHashFull(plan);
    const heapMb = (process.memoryUsage().heapUsed - before) / 2 ** 20;
    const us = ours?.us ?? Number.NaN;
    return {
      steps,
      ms: round(us / 1000),
      "µs a step": round(us / steps),
      ratio: round(ours?.ratio ?? Number.NaN),
      "heap MB": round(heapMb),
    };
  });
  return { title: "Canonical form + SHA-256 as plans grow (heap: what one call leaves before collection)", rows };
}

function exposeGc(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void; // the flag above defines it
}
