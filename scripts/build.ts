import { execFileSync } from "node:child_process";
import { chmodSync, rmSync } from "node:fs";
import { resolve } from "node:path";

// The package as it is published: plain JavaScript and types in dist/, one file for each source file, and the console.
const root = resolve(import.meta.dirname, "..");
rmSync(resolve(root, "dist"), { recursive: true, force: true });
execFileSync("tsc", ["-p", "tsconfig.build.json"], { cwd: root, stdio: "inherit" });
execFileSync(process.execPath, ["scripts/console.ts", "--always"], { cwd: root, stdio: "inherit" });
chmodSync(resolve(root, "dist/cli/bin.js"), 0o755);
