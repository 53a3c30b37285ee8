import { isTransient, StoreError, type StoreErrorCode } from "../../ports/store-error.ts";
import { exit, type ExitCode, UsageError } from "../command.ts";

/** What went wrong, the next step, and the exit code. */
type ErrorExplanation = { code: string; message: string; exitCode: ExitCode };

/** Where data is stored: the data folder or another database. */
type StorageLocation = { dataFolder: string; hasDatabase: boolean };

/** Turns an error into a message that names the next step. */
export function explainError(error: unknown, place: StorageLocation): ErrorExplanation {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof UsageError) return { code: "USAGE", message, exitCode: exit.usage };
  const trouble = toStoreFailure(error);
  if (trouble !== undefined) {
    const file = place.hasDatabase ? undefined : describeFileFailure(trouble, message, place.dataFolder);
    return {
      code: "DEPENDENCY_DOWN",
      message: file ?? `${message}. See planwright doctor.`,
      exitCode: exit.dependency,
    };
  }
  return { code: "INTERNAL", message: describeSystemError(error) ?? message, exitCode: exit.failed };
}

/** SQLite result codes. */
const corruptCodes = [11, 26];
const unwritableCodes = [8, 14];
const ioError = 10;

function describeFileFailure(
  { code, system = "", sqlite = -1 }: StoreFailure,
  said: string,
  folder: string,
): string | undefined {
  const file = `${folder}/planwright.db`;
  if (code === "full" || system === "ENOSPC")
    return `the disk of ${folder} is full. Free disk space, or choose another folder with --data.`;
  if (code === "incompatible") return `${file}: ${said}, or choose another folder with --data.`;
  if (corruptCodes.includes(sqlite))
    return `${file} is corrupt or not a database (${said}). Restore a backup, or start with an empty folder: --data <folder>.`;
  if (sqlite === ioError) return `the disk of ${folder} is full or failing (${said}). See planwright doctor.`;
  if (notFolderCodes.includes(system)) return `${folder} is a file, not a folder. Choose a folder with --data.`;
  if (unwritableCodes.includes(sqlite) || permissionCodes.includes(system))
    return `${folder} is not writable (${said}). Give this user write access, or choose another folder with --data.`;
  return undefined;
}

const permissionCodes = ["EACCES", "EPERM", "EROFS"];
const notFolderCodes = ["EEXIST", "ENOTDIR"];

/** Explains errors of the operating system. */
function describeSystemError(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  if (error.code === "ENOSPC") return `the disk is full (${error.message}). Free disk space and try again.`;
  if (permissionCodes.includes(String(error.code)) && "path" in error)
    return `${String(error.path)} is not writable (${error.message}). Give this user write access, or choose another path.`;
  return undefined;
}

/** Why the store failed, with the system or SQLite error behind it. */
type StoreFailure = {
  code: StoreErrorCode;
  /** Whether a retry may succeed. */
  isTransient: boolean;
  /** The error code of the operating system, such as `EACCES`. */
  system?: string;
  /** SQLite's primary result code. */
  sqlite?: number;
};

function toStoreFailure(error: unknown): StoreFailure | undefined {
  if (!(error instanceof StoreError)) return undefined;
  const { cause, code } = error;
  const under: object = cause instanceof Error ? cause : {};
  return {
    code,
    isTransient: isTransient(error),
    ...("code" in under && typeof under.code === "string" && { system: under.code }),
    ...("errcode" in under && typeof under.errcode === "number" && { sqlite: under.errcode & 0xff }),
  };
}
