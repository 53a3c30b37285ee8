import { execFileSync } from "node:child_process";
import { resolve } from "node:path";

/** Builds the web console if it is missing; `npm test` builds it first. */
export function buildConsole(): void {
  execFileSync(process.execPath, [resolve(import.meta.dirname, "../../scripts/console.ts")], { stdio: "ignore" });
}
