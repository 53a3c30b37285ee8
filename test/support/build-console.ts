import { execFileSync } from "node:child_process";
import { resolve } from "node:path";

/** The web console as `npm start` builds it, where it is not there yet; `npm test` has it built before it starts. */
export function buildConsole(): void {
  execFileSync(process.execPath, [resolve(import.meta.dirname, "../../scripts/console.ts")], { stdio: "ignore" });
}
