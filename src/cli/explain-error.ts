import { type StoreTrouble, storeTrouble } from "../runtime/store-trouble.ts";
import { exit, type ExitCode, UsageError } from "./command.ts";

/** What went wrong, with the next step, and how the command ends for it. */
export type Explained = { code: string; message: string; ends: ExitCode };

/** Where the command keeps things: a folder's file, or a database elsewhere. */
export type Place = { dataFolder: string; hasDatabase: boolean };

/** Says what the machine said in the words of the person who has to mend it. */
export function explain(error: unknown, place: Place): Explained {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof UsageError) return { code: "USAGE", message, ends: exit.usage };
  const trouble = storeTrouble(error);
  if (trouble !== undefined) {
    const file = place.hasDatabase ? undefined : fileTrouble(trouble, message, place.dataFolder);
    return { code: "DEPENDENCY_DOWN", message: file ?? `${message}. See planwright doctor.`, ends: exit.dependency };
  }
  return { code: "INTERNAL", message: systemTrouble(error) ?? message, ends: exit.failed };
}

/** SQLite's words for a file that is no database, and for one that may not be written. */
const damaged = [11, 26];
const closed = [8, 14];
const ioError = 10;

function fileTrouble(
  { code, system = "", sqlite = -1 }: StoreTrouble,
  said: string,
  folder: string,
): string | undefined {
  const file = `${folder}/planwright.db`;
  if (code === "full" || system === "ENOSPC")
    return `the disk of ${folder} is full. Free some room, or name another folder with --data.`;
  if (code === "incompatible") return `${file}: ${said}, or name another folder with --data.`;
  if (damaged.includes(sqlite))
    return `${file} is damaged, or is no database (${said}). Restore a backup, or begin anew with --data <folder>.`;
  if (sqlite === ioError) return `the disk of ${folder} is full, or fails (${said}). See planwright doctor.`;
  if (notFolder.includes(system)) return `${folder} is a file and no folder. Name a folder with --data.`;
  if (closed.includes(sqlite) || refused.includes(system))
    return `${folder} cannot be written to (${said}). Let this user write there, or name another folder with --data.`;
  return undefined;
}

const refused = ["EACCES", "EPERM", "EROFS"];
const notFolder = ["EEXIST", "ENOTDIR"];

/** What the operating system did not let us do, for errors that no part of ours has put into words. */
function systemTrouble(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  if (error.code === "ENOSPC") return `the disk is full (${error.message}). Free some room and try again.`;
  if (refused.includes(String(error.code)) && "path" in error)
    return `${String(error.path)} cannot be written to (${error.message}). Let this user write there, or name another place.`;
  return undefined;
}
