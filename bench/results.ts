import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { z } from "zod";
import { Series } from "./bench.ts";
import { Figure } from "./figure.ts";
import { Machine } from "./machine.ts";

/** One bench as it ran: benches of one file may have run on different days. */
export const Result = z.strictObject({
  ranAt: z.string(),
  quick: z.boolean(),
  seconds: z.number(),
  machine: Machine,
  figures: z.array(Figure),
  skipped: z.array(z.string()),
  series: z.array(Series),
});
export type Result = z.infer<typeof Result>;

/** `bench/results/latest.json`: the last run of each bench. The documents are written from it. */
export const Results = z.strictObject({ benches: z.record(z.string(), Result) });
export type Results = z.infer<typeof Results>;

export const resultsFile = resolve(import.meta.dirname, "results/latest.json");

export function readResults(file = resultsFile): Results {
  return existsSync(file) ? Results.parse(JSON.parse(readFileSync(file, "utf8"))) : { benches: {} };
}

/** Replaces the results of this bench and keeps the others. */
export function saveResult(name: string, result: Result, file = resultsFile): void {
  const benches = { ...readResults(file).benches, [name]: result };
  const sorted = Object.fromEntries(Object.entries(benches).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${toText({ benches: sorted })}\n`);
}

/** A figure a line, so that a change can be read. */
function toText(results: Results): string {
  return JSON.stringify(results, undefined, 2)
    .replaceAll(/\{\n {10}"table"[^}]*\}/g, (figure) => figure.replaceAll(/\s*\n\s*/g, " "))
    .replaceAll(/\[\n\s+(-?[\d.e+-]+),\n\s+(-?[\d.e+-]+)\n\s+\]/g, "[$1, $2]");
}

/** The value of one figure, for benches that depend on others. */
export function valueOf(figures: readonly Figure[], name: string, what: string): number | undefined {
  return figures.find((figure) => figure.name === name && figure.what === what)?.value;
}
