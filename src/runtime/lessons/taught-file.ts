import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { CheckResult } from "../../plan/check-result.ts";
import { createBook, type TaughtBook } from "../../planners/lessons/book.ts";
import { parseRules } from "../../planners/lessons/taught-pack.ts";
import type { Log } from "../../ports/log.ts";
import type { Planning } from "../planning/planning.ts";

/** The file with the rules of a workspace, for people and for planning without the service. */
const taughtFile = join("packs", "taught.yaml");

/** Writes the rules after the lesson is answered: the database has them already. Changes in a row are written once. */
type TaughtFile = {
  write(text: () => string): void;
  /** Writes what is due. */
  flush(): void;
  /** The version of the rules in the file; 0 without a file. */
  version(): number;
};

export function createTaughtFile({ folder, log }: { folder: string; log: Log }): TaughtFile {
  const path = join(folder, taughtFile);
  let due: (() => string) | undefined;
  const flush = (): void => {
    const text = due;
    due = undefined;
    if (text === undefined) return;
    try {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(`${path}.new`, text());
      renameSync(`${path}.new`, path);
    } catch (error) {
      log.warn("the taught rules were not written as a file", { event: "lessons.file_failed", error: String(error) });
    }
  };
  return {
    write(text) {
      if (due === undefined) setImmediate(flush);
      due = text;
    },
    flush,
    version() {
      const head = existsSync(path) ? readFileSync(path, "utf8").slice(0, 200) : "";
      return Number(/^version: 1\.0\.(\d+)$/m.exec(head)?.[1] ?? 0);
    },
  };
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
