import { appendFileSync, existsSync, readFileSync } from "node:fs";
import type { JsonObject } from "../../../src/plan/json.ts";

export type OutsideCall = { key: string; verb: string; payload: JsonObject };

/** The outside world of the fault tests: a file that only grows, and knows what really happened there. */
export function openOutside(path: string) {
  const deeds = (): OutsideCall[] =>
    existsSync(path)
      ? readFileSync(path, "utf8")
          .split("\n")
          .filter(Boolean)
          .map((line) => JSON.parse(line) as OutsideCall)
      : [];
  return {
    deeds,
    has: (key: string): boolean => deeds().some((deed) => deed.key === key),
    /** One write, whole or not at all: a line is shorter than what the kernel splits. */
    do: (deed: OutsideCall): void => appendFileSync(path, `${JSON.stringify(deed)}\n`),
  };
}
export type OutsideFile = ReturnType<typeof openOutside>;
