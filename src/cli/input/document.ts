import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { canonical } from "../../plan/canonical.ts";
import { type CheckResult, refused } from "../../plan/check-result.ts";
import type { Issue } from "../../plan/issue.ts";
import type { Json } from "../../plan/json.ts";
import { createIssue } from "../../plan/create-issue.ts";
import { nearest } from "../../plan/nearest.ts";
import { parseJsonText } from "../../plan/json-text.ts";
import { exit, type ExitCode, flag, type Invocation, type Io, UsageError } from "../command.ts";

/** Reads a JSON document from a file, or from standard input for `-`. */
export async function readDocument(io: Io, path: string): Promise<CheckResult<Json>> {
  const text = decode(await readBytes(io, path));
  if (text !== undefined) return parseJsonText(text);
  return refused(createIssue("MALFORMED_JSON", "", { message: "the text is not UTF-8", hint: "Save it as UTF-8." }));
}

/** Reads a document and returns its canonical form. */
export async function readCanonical(io: Io, path: string): Promise<CheckResult<string>> {
  const document = await readDocument(io, path);
  return document.ok ? canonical(document.value) : document;
}

/** Reads the text of a file. An unreadable file is a usage error. */
export async function readText(io: Io, path: string): Promise<string> {
  const text = decode(await readBytes(io, path));
  if (text === undefined) throw new UsageError(`cannot read ${path}: it is not UTF-8 text`);
  return text;
}

/** Undefined for invalid UTF-8: a repaired text would change hashes and comparisons. */
function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

export async function readBytes(io: Io, path: string): Promise<Uint8Array> {
  try {
    return await io.read(path);
  } catch (error) {
    throw new UsageError(`cannot read ${path}: ${readFailureText(path, error)}`);
  }
}

/** Explains why a file cannot be read, and suggests a similar name. */
export function readFailureText(path: string, error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EISDIR") return "it is a folder. Name a file.";
  if (code === "EACCES") return "permission denied.";
  if (code !== "ENOENT") return error instanceof Error ? error.message : String(error);
  const folder = dirname(path);
  if (!existsSync(folder)) return `there is no folder ${folder}.`;
  const close = nearest(basename(path), readdirSync(folder));
  return `there is no such file.${close === undefined ? "" : ` Did you mean ${join(folder, close)}?`}`;
}

/** A person fixes the first few; `--json` has all of them. */
const shownIssues = 10;

/** Prints the first issues of a document on stderr, and with `--json` all of them as JSON on stdout. */
export function refuseDocument(invocation: Invocation, path: string, issues: readonly Issue[]): ExitCode {
  const rest = issues.length - shownIssues;
  invocation.io.err(
    issues
      .slice(0, shownIssues)
      .map((issue) => issueLine(path, issue))
      .join(""),
  );
  if (rest > 0) invocation.io.err(`and ${rest} more; --json prints all ${issues.length}\n`);
  if (flag(invocation, "json")) invocation.io.out(`${JSON.stringify({ issues })}\n`);
  return exit.contract;
}

/** `plan.json#/steps/0: message [CODE]`, with the hint on its own line. Without a path the message contains the location. */
export function issueLine(path: string, { code, pointer, message, hint }: Issue): string {
  const place = `${path === "-" ? "stdin" : path}${pointer === "" ? "" : `#${pointer}`}: `;
  return `${path === "" ? "" : place}${message} [${code}]\n${hint === undefined ? "" : `  ${hint}\n`}`;
}
