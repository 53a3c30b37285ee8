import type { CheckResult } from "../../plan/check-result.ts";
import type { Issue } from "../../plan/issue.ts";
import { parseJsonText } from "../../plan/json-text.ts";

/** Parses JSON Lines. Reports every invalid line with its number. */
export function readRows<Row>(
  text: string,
  parse: (value: unknown) => CheckResult<Row>,
): { rows: Row[]; issues: Issue[] } {
  const rows: Row[] = [];
  const issues: Issue[] = [];
  for (const [at, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const json = parseJsonText(line);
    const row = json.ok ? parse(json.value) : json;
    if (row.ok) rows.push(row.value);
    else issues.push(...row.issues.map((issue) => ({ ...issue, message: `line ${at + 1}: ${issue.message}` })));
  }
  return { rows, issues };
}
