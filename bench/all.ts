import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { sayFigure } from "./print.ts";
import { benches } from "./names.ts";
import { readResults } from "./results.ts";

/** How long load is held for each kind when every bench runs; alone it holds for ten minutes. */
const loadMinutes = { quick: 0.1, full: 2 };

/** Every bench in its own process, so that none is affected by another. Each result is saved at once. */
export async function runAll({ quick }: { quick: boolean }): Promise<number> {
  const failed: string[] = [];
  const startedAt = new Date().toISOString();
  for (const { name, mostSeconds } of benches) {
    const minutes = String(quick ? loadMinutes.quick : loadMinutes.full);
    const more = [...(quick ? ["--quick"] : []), ...(name === "load" ? ["--minutes", minutes] : [])];
    const child = spawn(process.execPath, [join(import.meta.dirname, "main.ts"), name, "--save", ...more], {
      stdio: "inherit",
      timeout: mostSeconds * 1000,
    });
    const [code, signal]: (number | string | null)[] = await once(child, "exit");
    if (code !== 0) failed.push(`${name} (${signal === null ? `exit ${code}` : `ended after ${mostSeconds} s`})`);
  }
  printRatios(startedAt);
  if (failed.length > 0) console.error(`Not measured: ${failed.join(", ")}`);
  return failed.length === 0 ? 0 : 1;
}

function printRatios(startedAt: string): void {
  console.log("\nEvery ratio of this run");
  for (const [name, { ranAt, figures }] of Object.entries(readResults().benches)) {
    if (ranAt < startedAt) continue;
    for (const figure of figures)
      if (figure.unit === "×") console.log(`${name.padEnd(10)} ${figure.name}, ${figure.what}: ${sayFigure(figure)}`);
  }
}
