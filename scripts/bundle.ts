import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, posix, relative, resolve } from "node:path";
import { type ChunkingContext, type CodeSplittingGroup, type Plugin, rolldown } from "rolldown";
import { computeDigest, digestFile } from "../src/planners/planner-digest.ts";
import type { Manifest } from "./manifest.ts";
import { licenseTexts, packagesOf } from "./third-party.ts";

/** Lists the packages that became part of the bundle. */
export const bundledFile = "bundled-packages.json";

const root = resolve(import.meta.dirname, "..");
const source = resolve(root, "src");

/** What is loaded by its path: the exports, the command, the process that reads SQLite databases, and the threads. */
const entries = [
  "index",
  "contracts/index",
  "client/index",
  "testing/index",
  "testing/suites",
  "cli/bin",
  "tools/lookup/sqlite-reader",
  "runtime/planning/planner-thread",
  "store/sqlite/check-thread",
];

/** Programs that start with nothing else of the package loaded. */
const published = ["client/index", "contracts/index", "testing/index", "cli/bin", "index"];

/**
 * Bundles the sources into few files, which load several times faster than one file for each source. Development
 * dependencies become part of the bundle; dependencies and peer dependencies stay imports.
 */
export async function bundle(dist: string, manifest: Manifest): Promise<void> {
  const installed = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies)];
  const build = await rolldown({
    input: Object.fromEntries(entries.map((name) => [name, resolve(source, `${name}.ts`)])),
    external: (id) => id.startsWith("node:") || installed.some((name) => id === name || id.startsWith(`${name}/`)),
    platform: "node",
    preserveEntrySignatures: "allow-extension",
    plugins: [sourceAddresses()],
  });
  const { output } = await build.write({
    dir: dist,
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name]-[hash].js",
    // One byte a character: V8 keeps the text of every module.
    charset: "ascii",
    comments: false,
    codeSplitting: { groups: chunkGroups() },
  });
  await build.close();
  mkdirSync(join(dist, "planners"), { recursive: true });
  const digest = computeDigest(join(source, "planners"));
  writeFileSync(join(dist, "planners", digestFile), JSON.stringify({ digest }));
  const bundled = packagesOf(output.flatMap((chunk) => (chunk.type === "chunk" ? chunk.moduleIds : [])));
  writeFileSync(join(dist, "THIRD-PARTY-LICENSES.txt"), licenseTexts(bundled));
  const parts = bundled.map(({ name, version, license }) => ({ name, version, license }));
  writeFileSync(join(dist, bundledFile), `${JSON.stringify(parts, undefined, 2)}\n`);
}

/**
 * One chunk for the sources of a module that the same entries load: a file costs Node more than the few sources in it
 * that a command may not need. Modules import downwards only, so chunks cannot be circular.
 */
function chunkGroups(): CodeSplittingGroup[] {
  const loads = new Map<string, Set<string>>();
  const name = (id: string, info: ChunkingContext): string | null => {
    if (loads.size === 0)
      for (const entry of published)
        loads.set(entry.split("/")[0] ?? "", staticImports(resolve(source, `${entry}.ts`), info));
    const loaders = [...loads].filter(([, ids]) => ids.has(id)).map(([entry]) => entry);
    if (loaders.length === 0) return null;
    return [...loaders, id.startsWith(source) ? relative(source, id).split("/")[0] : "vendor"].join("-");
  };
  return [{ name, debugName: "modules", includeDependenciesRecursively: false }];
}

function staticImports(entry: string, info: ChunkingContext): Set<string> {
  const found = new Set([entry]);
  for (const id of found) for (const imported of info.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}

/** Files next to a source are found from any chunk: its `import.meta` names the place the source would have in `dist`. */
function sourceAddresses(): Plugin {
  return {
    name: "source-addresses",
    transform(code, id) {
      if (!id.startsWith(source) || !code.includes("import.meta.")) return undefined;
      const place = relative(source, id).replace(/\.ts$/, ".js");
      return code
        .replaceAll("import.meta.dirname", `sourceFolder("${dirname(place)}")`)
        .replaceAll("import.meta.url", `sourceUrl("${place}")`);
    },
    renderChunk(code, { fileName }) {
      const toDist = posix.relative(dirname(fileName), ".") || ".";
      return code
        .replaceAll(/sourceFolder\("([^"]+)"\)/g, `(import.meta.dirname + "/${toDist}/$1")`)
        .replaceAll(/sourceUrl\("([^"]+)"\)/g, `new URL("${toDist}/$1", import.meta.url).href`);
    },
  };
}
