import { readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Manifest } from "./manifest.ts";

/** Types that every program for Node has. */
const alwaysThere = /^node:/;

/** Removes declarations no export reaches. Throws if one imports a package that is not installed with this one. */
export function pruneTypes(dist: string, manifest: Manifest): void {
  const reached = new Set<string>();
  for (const entry of ["index", "contracts/index", "client/index", "testing/index", "testing/suites"])
    follow(join(dist, `${entry}.d.ts`), { reached, manifest });
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && path.endsWith(".d.ts") && !reached.has(path)) rmSync(path);
  }
  removeEmptyFolders(dist);
}

type ReachedTypes = { reached: Set<string>; manifest: Manifest };

function follow(path: string, known: ReachedTypes): void {
  if (known.reached.has(path)) return;
  known.reached.add(path);
  for (const [, specifier = ""] of readFileSync(path, "utf8").matchAll(/(?:from |import\(|import )"([^"]+)"/g)) {
    if (specifier.startsWith(".")) follow(resolve(dirname(path), specifier.replace(/\.[tj]s$/, ".d.ts")), known);
    else assertInstalled(specifier, path, known.manifest);
  }
}

function assertInstalled(specifier: string, path: string, { dependencies, peerDependencies }: Manifest): void {
  const name = specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
  const isTesting = /\/testing\//.test(path) && name in peerDependencies;
  if (name in dependencies || isTesting || alwaysThere.test(specifier)) return;
  throw new Error(`${path} imports types of ${name}, which is not installed with the package`);
}

function removeEmptyFolders(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) removeEmptyFolders(join(folder, entry.name));
  if (readdirSync(folder).length === 0) rmSync(folder, { recursive: true });
}
