import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Violation } from "./check/evidence.ts";

const mostLines = 12;

/** The part of the history and of the log of the outside world that a violation is about. */
export function excerptOf(folder: string, { rule, about, message }: Violation): string {
  const lines = ["history.jsonl", "world.jsonl"].flatMap((name) =>
    readFileSync(join(folder, name), "utf8")
      .split("\n")
      .filter((line) => line.includes(about))
      .slice(0, mostLines)
      .map((line) => `    ${name}: ${line}`),
  );
  return [`${rule}: ${message}`, ...lines].join("\n");
}
