import { hash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Written by the build; in a checkout the digest is computed from the sources. */
export const digestFile = "planner-digest.json";

/** The modules whose rules and words decide plans, relative to this folder. */
const modules = ["../language", "../plan", "../contracts", "."];
const unrelated = /(?:\.test|\.test-d|\.d)\.ts$|(?:^|\/)eval\//;

let known: string | undefined;

/**
 * Digest of the rules and words of the built-in planners. Part of their version, so that a memo never serves a plan of
 * other rules, and a replay can tell. Comments do not count.
 */
export function plannerDigest(): string {
  known ??= readDigest(import.meta.dirname);
  return known;
}

function readDigest(folder: string): string {
  const built = join(folder, digestFile);
  if (!existsSync(built)) return computeDigest(folder);
  const { digest }: { digest: string } = JSON.parse(readFileSync(built, "utf8")); // written by the build
  return digest;
}

export function computeDigest(folder: string): string {
  const parts = modules.flatMap((module) => {
    const names = readdirSync(join(folder, module), { recursive: true, encoding: "utf8" });
    const sources = names.filter((name) => /\.(?:ts|js|json)$/.test(name) && !unrelated.test(name)).toSorted();
    return sources.map((name) => `${module}/${name}\n${codeOf(readFileSync(join(folder, module, name), "utf8"))}`);
  });
  return hash("sha256", parts.join("\0")).slice(0, 16);
}

function codeOf(text: string): string {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !/^(?:\/\/|\/\*|\*)/.test(line))
    .join("\n");
}
