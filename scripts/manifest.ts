import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";

const Versions = z.record(z.string(), z.string());

/** What the scripts need to know of `package.json`. */
export const Manifest = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string(),
  files: z.array(z.string()),
  dependencies: Versions,
  devDependencies: Versions,
  peerDependencies: Versions,
});
export type Manifest = z.infer<typeof Manifest>;

export function readManifest(): Manifest {
  return Manifest.parse(JSON.parse(readFileSync(resolve(import.meta.dirname, "../package.json"), "utf8")));
}
