import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const InstalledPackage = z.object({ name: z.string(), version: z.string(), license: z.string() });
export type Installed = z.infer<typeof InstalledPackage> & { folder: string };

/** The packages that contain these files. */
export function packagesOf(files: readonly string[]): Installed[] {
  const folders = new Set(files.flatMap((file) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0] ?? []));
  return [...folders].map(readInstalled).toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

export function readInstalled(folder: string): Installed {
  const manifest = InstalledPackage.parse(JSON.parse(readFileSync(join(folder, "package.json"), "utf8")));
  return { ...manifest, folder };
}

/** The licences of the packages in the bundle, which their copies have to carry. */
export function licenseTexts(packages: readonly Installed[]): string {
  return packages
    .map((each) => `${each.name} ${each.version} (${each.license})\n\n${licenseText(each)}`)
    .join(`\n${"-".repeat(80)}\n`);
}

function licenseText({ folder }: Installed): string {
  const name = existsSync(folder) && readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
  return name === undefined || name === false ? "" : readFileSync(join(folder, name), "utf8");
}
