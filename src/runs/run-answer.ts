import type { ResultRow } from "../contracts/structured/results.ts";
import { isJsonObject } from "../plan/json.ts";

/**
 * The answer of a run for the person who asked: its messages, and failures in the words of the tool. Undefined where it says
 * nothing, or not yet.
 */
export function runAnswer(rows: readonly ResultRow[]): string | undefined {
  const messages = rows.flatMap(({ tool, ok, output }) => {
    const content = tool === "message" && ok && isJsonObject(output) ? output["content"] : undefined;
    return typeof content === "string" && content !== "" ? [content] : [];
  });
  const failures = rows.flatMap(({ ok, skipped, error }) => (ok || skipped || error === undefined ? [] : [error]));
  const answer = [...messages, ...new Set(failures)].join("\n");
  return answer === "" ? undefined : answer;
}
