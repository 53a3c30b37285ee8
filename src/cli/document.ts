import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { canonical } from "../plan/canonical.ts";
import { type CheckResult, refused } from "../plan/check-result.ts";
import type { Issue } from "../plan/issue.ts";
import type { Json } from "../plan/json.ts";
import { createIssue } from "../plan/create-issue.ts";
import { nearest } from "../plan/nearest.ts";
import { parseJsonText } from "../plan/json-text.ts";
import { exit, type ExitCode, flag, type Invocation, type Io, UsageError } from "./command.ts";

/** The JSON document of a file, or of standard input for `-`. */
export async function readDocument(io: Io, path: string): Promise<CheckResult<Json>> {
  const text = decode(await readBytes(io, path));
  if (text !== undefined) return parseJsonText(text);
  return refused(createIssue("MALFORMED_JSON", "", { message: "the text is not UTF-8", hint: "Save it as UTF-8." }));
}

/** The canonical form of such a document. */
export async function readCanonical(io: Io, path: string): Promise<CheckResult<string>> {
  const document = await readDocument(io, path);
  return document.ok ? canonical(document.value) : document;
}

/** The text of a file that the command line names; a name that cannot be read is a mistake of the caller. */
export async function readText(io: Io, path: string): Promise<string> {
  const text = decode(await readBytes(io, path));
  if (text === undefined) throw new UsageError(`cannot read ${path}: it is not UTF-8 text`);
  return text;
}

/** Undefined for bytes that are no UTF-8: a repaired text would hash and compare as something it is not. */
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
    throw new UsageError(`cannot read ${path}: ${whyUnread(path, error)}`);
  }
}

/** What stands in the way, and the file beside it that was probably meant. */
/** In the words of the person who named the file. */
export function whyUnread(path: string, error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EISDIR") return "it is a folder. Name a file.";
  if (code === "EACCES") return "this user may not read it.";
  if (code !== "ENOENT") return error instanceof Error ? error.message : String(error);
  const folder = dirname(path);
  if (!existsSync(folder)) return `there is no folder ${folder}.`;
  const close = nearest(basename(path), readdirSync(folder));
  return `there is no such file.${close === undefined ? "" : ` Did you mean ${join(folder, close)}?`}`;
}

/** Says what is wrong with a document: for a person on stderr, and with `--json` for a program on stdout. */
export function refuseDocument(invocation: Invocation, path: string, issues: readonly Issue[]): ExitCode {
  invocation.io.err(issues.map((issue) => issueLine(path, issue)).join(""));
  if (flag(invocation, "json")) invocation.io.out(`${JSON.stringify({ issues })}\n`);
  return exit.contract;
}

/** `plan.json#/steps/0: message [CODE]`, the hint on a line of its own. Without a path the message names its place. */
export function issueLine(path: string, { code, pointer, message, hint }: Issue): string {
  const place = `${path === "-" ? "stdin" : path}${pointer === "" ? "" : `#${pointer}`}: `;
  return `${path === "" ? "" : place}${message} [${code}]\n${hint === undefined ? "" : `  ${hint}\n`}`;
}
