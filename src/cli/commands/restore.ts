import type { CheckResult } from "../../plan/check-result.ts";
import { openBackend } from "../../runtime/backend.ts";
import { checkArchive, restore as restoreArchive, type Restored } from "../../runtime/backup/restore.ts";
import { bilingualTerms } from "../../runtime/terms.ts";
import { bytesOf } from "../byte-files.ts";
import { exit, type ExitCode, flag, type Handler, type Invocation, UsageError } from "../command.ts";
import { refuseDocument } from "../document.ts";
import { type Tell, withProgress } from "../progress.ts";
import { dataFolderOf } from "../working-folder.ts";

/** A backup into an empty store, whole or not at all; `--check` only looks at the file. */
export const restore: Handler = async (invocation) => {
  const { io, args } = invocation;
  const [path = ""] = args;
  if (flag(invocation, "replace") && !flag(invocation, "yes"))
    throw new UsageError("--replace removes everything that is kept, the audit log too: say --replace --yes");
  const isCheck = flag(invocation, "check");
  // What can be read twice is read to its end before anything is touched; the rest is undone where its end is wrong.
  const looked = isCheck || path !== "-" ? await look(invocation, path) : undefined;
  if (looked !== undefined && (isCheck || !looked.ok)) return say(invocation, path, looked);
  const done = await withProgress(io, "restoring", (tell) => putBack(invocation, path, tell));
  return say(invocation, path, done);
};

async function look({ io }: Invocation, path: string): Promise<CheckResult<Restored>> {
  const bytes = await bytesOf(path);
  return withProgress(io, "checking the backup", () => checkArchive(bytes, io.signal));
}

async function putBack(invocation: Invocation, path: string, tell: Tell): Promise<CheckResult<Restored>> {
  const bytes = await bytesOf(path);
  const backend = openBackend({ folder: dataFolderOf(invocation), env: invocation.io.env });
  try {
    const archive = backend.archive({ terms: bilingualTerms });
    const onRows = (done: number, all: number): void => tell(`${done} of ${all} rows`);
    const { signal } = invocation.io;
    return await restoreArchive({ archive, replace: flag(invocation, "replace"), onRows, signal }, bytes);
  } finally {
    // Whoever writes into a pipe that nobody reads any more must learn of it.
    if (path === "-") process.stdin.destroy();
    await backend.close();
  }
}

/** What stands in the store's way is a failure; what is wrong with the file is a broken contract. */
const storeCodes: ReadonlySet<string> = new Set(["STORE_IN_USE", "STORE_NOT_EMPTY"]);

function say(invocation: Invocation, path: string, done: CheckResult<Restored>): ExitCode {
  if (!done.ok) {
    const code = refuseDocument(invocation, path, done.issues);
    return done.issues.some((issue) => storeCodes.has(issue.code)) ? exit.failed : code;
  }
  const { header, tables, removed } = done.value;
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
  const { at, release } = header;
  if (flag(invocation, "json"))
    invocation.io.out(`${JSON.stringify({ file: path, at, release, rows, tables, removed })}\n`);
  else
    invocation.io.out(
      `${rows} rows of ${at}, made by release ${release}${removed > 0 ? `; ${removed} removed` : ""}\n`,
    );
  return exit.ok;
}
