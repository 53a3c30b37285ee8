import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";

const root = resolve(import.meta.dirname, "..");
const Names = z.record(z.string(), z.string()).default({});
const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({ integrity: z.string().optional(), dependencies: Names, optionalDependencies: Names }),
  ),
});

/** A package with its place in the repository and what the lock file says it contains. */
export type LockedPackage = { folder: string; integrity?: string };

/** The packages that these bring with them, by the lock file. Packages for other platforms are left out. */
export function installedWith(names: readonly string[]): LockedPackage[] {
  const { packages } = Lock.parse(JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")));
  const found = new Set<string>();
  const open = names.map((name) => `node_modules/${name}`);
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (found.has(place) || !existsSync(join(root, place))) continue;
    found.add(place);
    const { dependencies = {}, optionalDependencies = {} } = packages[place] ?? {};
    for (const name of [...Object.keys(dependencies), ...Object.keys(optionalDependencies)]) {
      const nested = `${place}/node_modules/${name}`;
      open.push(nested in packages ? nested : `node_modules/${name}`);
    }
  }
  return [...found].toSorted().map((place) => {
    const integrity = packages[place]?.integrity;
    return { folder: join(root, place), ...(integrity !== undefined && { integrity }) };
  });
}
