import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

// Builds the web console where it is not built, or was built from other sources. `npm start` and the tests call it; with
// --always it is built whatever is there.
const root = resolve(import.meta.dirname, "..");
const sources = ["console", "src/client", "src/contracts", "src/plan", "package-lock.json"];
const stamp = join(root, "dist/console/built-from");

await buildConsole({ always: process.argv.includes("--always") });

async function buildConsole({ always }: { always: boolean }): Promise<void> {
  const from = hashOf(sources);
  if (!always && existsSync(stamp) && readFileSync(stamp, "utf8") === from) return;
  const startedAt = performance.now();
  process.stderr.write("building the console …\n");
  // Else React would come with all that helps to develop it, and a test's environment would decide.
  process.env["NODE_ENV"] = "production";
  const { build } = await import("vite");
  await build({ configFile: join(root, "console/vite.config.ts"), logLevel: "warn" });
  writeFileSync(stamp, from);
  process.stderr.write(`built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`);
}

function hashOf(places: readonly string[]): string {
  const hash = createHash("sha256");
  for (const file of places.flatMap(filesIn).toSorted())
    hash
      .update(file)
      .update("\0")
      .update(readFileSync(join(root, file)));
  return hash.digest("hex");
}

function filesIn(place: string): string[] {
  if (/\.\w+$/.test(place)) return [place];
  return readdirSync(join(root, place), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes(".test"))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}
