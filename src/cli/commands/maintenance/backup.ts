import { databaseUrl } from "../../../runtime/storage/backend.ts";
import { backUp } from "../../../runtime/backup/back-up.ts";
import { rememberBackup } from "../../../runtime/backup/last-backup.ts";
import { systemClock } from "../../../runtime/system-clock.ts";
import { bilingualTerms } from "../../../runtime/knowledge/terms.ts";
import { packageVersion } from "../../../runtime/version.ts";
import { writeAtomically } from "../../input/byte-files.ts";
import { exit, flag, type Handler, UsageError } from "../../command.ts";
import { withProgress } from "../../output/progress.ts";
import { dataFolderOf, withBackend } from "../../workspace/working-folder.ts";

/** Writes a consistent snapshot of all data into one file. */
export const backup: Handler = async (invocation) => {
  const { io, args } = invocation;
  const [path = ""] = args;
  const folder = dataFolderOf(invocation);
  const place = databaseUrl(io.env) === undefined ? folder : "the database of DATABASE_URL";
  return withBackend(invocation, async (backend) => {
    const made = { release: packageVersion, at: systemClock.now(), signal: io.signal };
    const archive = backend.archive({ terms: bilingualTerms });
    const { rows, sha256, tables } = await withProgress(io, "backing up", (report) =>
      writeAtomically(path, async (sink) => {
        const written = await backUp(
          { archive, ...made, onRows: (done, all) => report(`${done} of ${all} rows`) },
          sink,
        );
        if (written.rows === 0) throw new UsageError(`${place} contains no data. Is it the right one?`);
        return written;
      }),
    );
    const said = flag(invocation, "json")
      ? JSON.stringify({ file: path, at: new Date(made.at).toISOString(), rows, tables, sha256 })
      : `${rows} rows, sha256 ${sha256}`;
    await rememberBackup(backend.store, made.at);
    // With `-`, standard output contains the backup.
    if (path === "-") io.err(`${said}\n`);
    else io.out(`${said}\n`);
    return exit.ok;
  });
};
