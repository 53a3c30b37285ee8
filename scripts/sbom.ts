import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { bundledFile } from "./bundle.ts";
import { installedWith } from "./lock.ts";
import { readManifest } from "./manifest.ts";
import { readInstalled } from "./third-party.ts";

// Writes the bill of materials (CycloneDX 1.6) of the built package: its dependencies by the lock file, and the packages
// that are part of its bundle, which is built if there is none. `npm sbom --omit=dev` leaves out what development dependencies need as well.
type Component = { name: string; version: string; license: string; integrity?: string };

const root = resolve(import.meta.dirname, "..");
const [file = "sbom.cdx.json"] = process.argv.slice(2);
const { name, version, license, dependencies } = readManifest();
const Bundled = z.array(z.object({ name: z.string(), version: z.string(), license: z.string() }));
const bundledList = join(root, "dist", bundledFile);
if (!existsSync(bundledList)) execFileSync(process.execPath, ["scripts/build.ts"], { cwd: root, stdio: "inherit" });
const bundled = Bundled.parse(JSON.parse(readFileSync(bundledList, "utf8")));
const installed: Component[] = installedWith(Object.keys(dependencies)).map(({ folder, ...lock }) => ({
  ...readInstalled(folder),
  ...lock,
}));
const components = [...installed, ...bundled].map(toComponent);
const metadata = { component: toComponent({ name, version, license }) };
const bill = { bomFormat: "CycloneDX", specVersion: "1.6", version: 1, metadata, components };
writeFileSync(resolve(root, file), `${JSON.stringify(bill, undefined, 2)}\n`);
process.stdout.write(`${file}: ${components.length} packages, ${bundled.length} of them bundled\n`);

function toComponent({ name, version, license, integrity }: Component): object {
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  const [algorithm, digest] = integrity?.split("-", 2) ?? [];
  const content = digest === undefined ? undefined : Buffer.from(digest, "base64").toString("hex");
  return {
    type: "library",
    "bom-ref": purl,
    name,
    version,
    purl,
    licenses: /\s/.test(license) ? [{ expression: license }] : [{ license: { id: license } }],
    ...(algorithm === "sha512" && { hashes: [{ alg: "SHA-512", content }] }),
  };
}
