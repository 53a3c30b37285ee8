import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { benchBlock, fillBlocks } from "./report/blocks.ts";
import { drawPlots } from "./report/plots.ts";
import { readResults, type Results } from "./results.ts";
import { scaleTable } from "./scale-model/table.ts";

const root = resolve(import.meta.dirname, "..");

/** The documents and plots for these results: path from the root and full text. */
export function report(results: Results = readResults()): { path: string; text: string }[] {
  const blocks: Record<string, string> = Object.fromEntries(
    Object.entries(results.benches).map(([name, result]) => [name, benchBlock(name, result)]),
  );
  const { scale } = results.benches;
  if (scale !== undefined && scale.figures.length > 0) blocks["scale-model"] = scaleTable(scale);
  const documents = ["docs/performance.md", "docs/scale.md"].map((path) => ({
    path,
    text: fillBlocks(readFileSync(resolve(root, path), "utf8"), blocks),
  }));
  return [...documents, ...drawPlots(results)];
}

export function writeReport(): void {
  for (const { path, text } of report()) {
    mkdirSync(dirname(resolve(root, path)), { recursive: true });
    writeFileSync(resolve(root, path), text);
    console.log(path);
  }
}
