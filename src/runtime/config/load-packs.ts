import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { CheckResult } from "../../plan/check-result.ts";
import type { Issue } from "../../plan/issue.ts";
import type { Pack } from "../../planners/packs/pack.ts";
import { parsePack } from "../../planners/packs/parse-pack.ts";

/** Reads domain packs and reports all issues of all packs at once. */
export function loadPacks(files: readonly { path: string; text: string }[]): CheckResult<Pack[]> {
  const packs: Pack[] = [];
  const issues: Issue[] = [];
  for (const { path, text } of files) {
    const parsed = parsePack(text, path);
    if (parsed.ok) packs.push(parsed.value);
    else issues.push(...parsed.issues);
  }
  return issues.length === 0 ? { ok: true, value: packs } : { ok: false, issues };
}

/** The pack for the demo tools, which is part of the package. */
export function demoPack(): { path: string; text: string } {
  const path = fileURLToPath(new URL("../../../packs/small-business.yaml", import.meta.url));
  return { path, text: readFileSync(path, "utf8") };
}
