import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type CheckResult, refused } from "../../plan/check-result.ts";
import { nearest } from "../../plan/nearest.ts";
import type { Pack } from "../../planners/packs/pack.ts";
import type { LoadedConfig } from "./config.ts";
import { loadPacks } from "./load-packs.ts";

const ownPacks = ["small-business", "studio", "home.ru"];

/** Loads packs of the package by name, and other packs by path. */
export function loadConfiguredPacks(loaded: LoadedConfig): CheckResult<Pack[]> {
  const files = readConfiguredPacks(loaded);
  return files.ok ? loadPacks(files.value) : files;
}

/** The texts of the configured packs. */
export function readConfiguredPacks({ config, folder }: LoadedConfig): CheckResult<{ path: string; text: string }[]> {
  const files: { path: string; text: string }[] = [];
  for (const name of config.packs) {
    try {
      files.push({ path: name, text: readFileSync(packPath(name, folder), "utf8") });
    } catch {
      const close = nearest(name, ownPacks);
      const hint = close === undefined ? `Name a file, or one of ${ownPacks.join(", ")}.` : `Did you mean ${close}?`;
      return refused({ code: "NOT_FOUND", pointer: "/packs", message: `there is no pack ${name}`, hint });
    }
  }
  return { ok: true, value: files };
}

/** The paths of the configured packs. */
export function packFiles({ config, folder }: LoadedConfig): string[] {
  return config.packs.map((name) => packPath(name, folder));
}

function packPath(name: string, folder: string): string {
  const isOwn = /^[\w.-]+$/.test(name) && !name.endsWith(".yaml");
  return isOwn ? fileURLToPath(new URL(`../../../packs/${name}.yaml`, import.meta.url)) : resolve(folder, name);
}
