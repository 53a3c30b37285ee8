import { execFileSync } from "node:child_process";
import { chmodSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { computeDigest, digestFile } from "../src/planners/planner-digest.ts";

// The package as it is published: plain JavaScript and types in dist/, one file for each source file, and the console.
const root = resolve(import.meta.dirname, "..");
rmSync(resolve(root, "dist"), { recursive: true, force: true });
execFileSync("tsc", ["-p", "tsconfig.build.json"], { cwd: root, stdio: "inherit" });
execFileSync(process.execPath, ["scripts/console.ts", "--always"], { cwd: root, stdio: "inherit" });
const planners = resolve(root, "dist/planners");
writeFileSync(resolve(planners, digestFile), JSON.stringify({ digest: computeDigest(planners) }));
chmodSync(resolve(root, "dist/cli/bin.js"), 0o755);
