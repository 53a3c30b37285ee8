import { readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import type { Issue } from "../../../plan/issue.ts";
import { configFile, loadConfig } from "../../../runtime/config/config.ts";
import { loadConfiguredPacks, packFiles } from "../../../runtime/config/configured-packs.ts";
import { systemClock } from "../../../runtime/system-clock.ts";
import { watchFolder } from "../../../runtime/watch-folder.ts";

type WatchParts = {
  folder: string;
  configFile?: string;
  /** Called with the changed files once everything is valid again. */
  onValid: (files: readonly string[]) => void;
  /** Called when a change made the workspace invalid. */
  onInvalid: (files: readonly string[], issues: readonly Issue[]) => void;
};

/** Watches `planwright.yaml` and the packs it names. Returns the function that stops watching. */
export function watchWorkspace({ folder, configFile: named, onValid, onInvalid }: WatchParts): () => void {
  const file = resolve(folder, named ?? configFile);
  let last = loadConfig(folder, named);
  const watched = (): string[] => [file, ...(last.ok ? packFiles(last.value) : [])];
  let texts = readAll(watched());
  const check = (): void => {
    const config = loadConfig(folder, named);
    if (config.ok) last = config;
    const now = readAll(watched());
    const files = [...new Set([...texts.keys(), ...now.keys()])].filter((path) => texts.get(path) !== now.get(path));
    if (files.length === 0) return;
    texts = now;
    const names = files.map((path) => relative(folder, path));
    const checked = config.ok ? loadConfiguredPacks(config.value) : config;
    if (checked.ok) onValid(names);
    else onInvalid(names, checked.issues);
  };
  const folders = new Set(watched().map((path) => dirname(path)));
  const stops = [...folders].map((path) => watchFolder({ folder: path, clock: systemClock }, check));
  return () => {
    for (const stop of stops) stop();
  };
}

function readAll(files: readonly string[]): Map<string, string | undefined> {
  return new Map(files.map((file) => [file, readIfExists(file)]));
}

function readIfExists(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
