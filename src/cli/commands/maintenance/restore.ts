import type { CheckResult } from "../../../plan/check-result.ts";
import { checkArchive, restore as restoreArchive, type RestoreSummary } from "../../../runtime/backup/restore.ts";
import { bilingualTerms } from "../../../runtime/knowledge/terms.ts";
import { readByteStream } from "../../input/byte-files.ts";
import { exit, type ExitCode, flag, type Handler, type Invocation, print, UsageError } from "../../command.ts";
import { refuseDocument } from "../../input/document.ts";
import { type ReportProgress, withProgress } from "../../output/progress.ts";
import { withBackend } from "../../workspace/working-folder.ts";

/** Restores a backup into an empty store, all or nothing; `--check` only validates the file. */
export const restore: Handler = async (invocation) => {
  const { io, args } = invocation;
  const [path = ""] = args;
  if (flag(invocation, "replace") && !flag(invocation, "yes"))
    throw new UsageError("--replace removes all existing data, including the audit log: confirm with --replace --yes");
  const isCheck = flag(invocation, "check");
  // A file is validated before the store is touched. Standard input cannot be read twice, so it is rolled back if invalid.
  const looked = isCheck || path !== "-" ? await checkBackup(invocation, path) : undefined;
  if (looked !== undefined && (isCheck || !looked.ok)) return printResult(invocation, path, looked);
  const done = await withProgress(io, "restoring", (report) => restoreBackup(invocation, path, report));
  return printResult(invocation, path, done);
};

async function checkBackup({ io }: Invocation, path: string): Promise<CheckResult<RestoreSummary>> {
  const bytes = await readByteStream(path);
  return withProgress(io, "checking the backup", () => checkArchive(bytes, io.signal));
}

async function restoreBackup(
  invocation: Invocation,
  path: string,
  report: ReportProgress,
): Promise<CheckResult<RestoreSummary>> {
  const bytes = await readByteStream(path);
  return withBackend(invocation, (backend) => {
    const archive = backend.archive({ terms: bilingualTerms });
    const onRows = (done: number, all: number): void => report(`${done} of ${all} rows`);
    const { signal } = invocation.io;
    return restoreArchive({ archive, replace: flag(invocation, "replace"), onRows, signal }, bytes);
  }).finally(() => {
    // Close the pipe, so that the writer notices.
    if (path === "-") process.stdin.destroy();
  });
}

/** Problems of the store are failures (exit 1); problems of the file are invalid input (exit 3). */
const storeCodes: ReadonlySet<string> = new Set(["STORE_IN_USE", "STORE_NOT_EMPTY"]);

function printResult(invocation: Invocation, path: string, done: CheckResult<RestoreSummary>): ExitCode {
  if (!done.ok) {
    const code = refuseDocument(invocation, path, done.issues);
    return done.issues.some((issue) => storeCodes.has(issue.code)) ? exit.failed : code;
  }
  const { header, tables, removed } = done.value;
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
  const { at, release } = header;
  return print(
    invocation,
    { file: path, at, release, rows, tables, removed },
    `${rows} rows of ${at}, made by release ${release}${removed > 0 ? `; ${removed} removed` : ""}\n`,
  );
}
