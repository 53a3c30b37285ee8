import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { CheckResult } from "../../plan/check-result.ts";
import { createBook, type TaughtBook } from "../../planners/lessons/book.ts";
import { parseRules } from "../../planners/lessons/taught-pack.ts";
import type { Planning } from "../planning/planning.ts";

/** The file with the rules of a workspace, for people and for planning without the service. */
const taughtFile = join("packs", "taught.yaml");

export function writeTaughtFile(folder: string, text: string): void {
  const path = join(folder, taughtFile);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
}

/** The rules of the workspace; undefined where nothing was taught. */
export function readTaughtFile(folder: string): CheckResult<TaughtBook | undefined> {
  const path = join(folder, taughtFile);
  if (!existsSync(path)) return { ok: true, value: undefined };
  const rules = parseRules(readFileSync(path, "utf8"), taughtFile);
  return rules.ok ? { ok: true, value: createBook(rules.value) } : rules;
}

/** Planning with fixed rules, whoever asks. */
export function withRules(planning: Planning, taught: TaughtBook): Planning {
  return { ...planning, plan: (id, request, signal) => planning.plan(id, { taught, ...request }, signal) };
}
