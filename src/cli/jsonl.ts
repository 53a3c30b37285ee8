import type { z } from "zod";
import type { Issue } from "../plan/issue.ts";
import { parseJsonText } from "../plan/json-text.ts";
import { parseWith } from "../plan/parse.ts";

/** The rows of a JSON Lines text; every line that is wrong is reported with its number. */
export function readRows<S extends z.ZodType>(text: string, schema: S): { rows: z.output<S>[]; issues: Issue[] } {
  const rows: z.output<S>[] = [];
  const issues: Issue[] = [];
  for (const [at, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const json = parseJsonText(line);
    const row = json.ok ? parseWith(schema, json.value) : json;
    if (row.ok) rows.push(row.value);
    else issues.push(...row.issues.map((issue) => ({ ...issue, message: `line ${at + 1}: ${issue.message}` })));
  }
  return { rows, issues };
}
