import { execFileSync } from "node:child_process";
import { chmodSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { bundle } from "./bundle.ts";
import { readManifest } from "./manifest.ts";
import { pruneTypes } from "./prune-types.ts";

// The package as it is published: JavaScript bundled into few files, the types of its exports, and the console. An
// argument names another folder for all of it but the console.
const root = resolve(import.meta.dirname, "..");
const [dist = join(root, "dist")] = process.argv.slice(2);
rmSync(dist, { recursive: true, force: true });
const manifest = readManifest();
await bundle(dist, manifest);
execFileSync("tsc", ["-p", "tsconfig.build.json", "--outDir", dist], { cwd: root, stdio: "inherit" });
pruneTypes(dist, manifest);
chmodSync(join(dist, "cli/bin.js"), 0o755);
if (process.argv[2] === undefined)
  execFileSync(process.execPath, ["scripts/console.ts", "--always"], { cwd: root, stdio: "inherit" });
