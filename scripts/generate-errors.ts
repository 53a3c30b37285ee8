import { errorTable } from "../src/contracts/errors.ts";
import { stopTable } from "../src/contracts/react/stop-table.ts";
import { issueCodes } from "../src/plan/issue-codes.ts";
import { verbErrors } from "../src/ports/verb-errors.ts";
import { runErrors } from "../src/runs/run-errors.ts";
import type { Generated } from "./generated.ts";

/** `docs/errors.md`, from the tables the program itself reads. */
export function errorReference(): Generated[] {
  const sections = [
    "# Errors and issues",
    "Made by `npm run generate` from the tables in the source; codes are stable.",
    "## Errors\n\nOver HTTP an error is `application/problem+json` (RFC 9457) with `code`, `retryable`, `next_step` and, where fields\nare wrong, `errors[{pointer, code, detail, hint}]`. *Retry*: the same request may succeed later.",
    table(
      ["code", "status", "retry", "what failed", "what to do"],
      Object.entries(errorTable).map(([code, row]) => [
        mono(code),
        `${row.status}`,
        yes(row.retryable),
        row.title,
        row.next,
      ]),
    ),
    "## ReAct stops\n\nA run that started answers HTTP 200; these stand in its `error.code`, beside the trace and the answer so far.",
    table(
      ["code", "run status", "why it stopped", "what to do"],
      Object.entries(stopTable).map(([code, row]) => [mono(code), row.status, row.title, row.next]),
    ),
    "## Verb errors\n\nWhat the router says of a failed call. *Effect unknown*: the call was sent and its effect may stand.",
    table(
      ["code", "retry", "effect", "what failed"],
      Object.entries(verbErrors).map(([code, row]) => [mono(code), yes(row.retryable), row.outcome, row.sentence]),
    ),
    "## Step errors\n\nWhat ends a step of a run without the router's doing.",
    table(
      ["code", "what failed"],
      Object.values(runErrors).map(({ code, message }) => [mono(code), message]),
    ),
    "## Issues\n\nOne thing that is wrong with a document or a plan, at an RFC 6901 pointer.",
    table(
      ["code", "what is wrong", "usual way out"],
      Object.entries(issueCodes).map(([code, row]) => [mono(code), row.title, row.hint]),
    ),
  ];
  return [{ path: "docs/errors.md", text: `${sections.join("\n\n")}\n` }];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

function mono(code: string): string {
  return `\`${code}\``;
}

function yes(value: boolean): string {
  return value ? "yes" : "no";
}
