/**
 * Why the store rejected a change. The change had no effect, with one exception: if the database crashed during the
 * commit, its outcome is unknown. That is `broken`; the caller must read the current state before it continues.
 *
 * - `conflict`: a precondition no longer holds (a key is taken, a record has changed)
 * - `limit`: a counter would exceed its limit or fall below 0
 * - `busy`: another process holds the file or the rows; retry
 * - `full`: the disk is full; retry once there is space
 * - `io`: the disk fails
 * - `corrupt`: the file is damaged; only a restored backup helps
 * - `incompatible`: this release does not know the stored schema
 * - `closed`: the store was closed
 * - `broken`: anything else; the message is the database's
 */
export type StoreErrorCode =
  | "conflict"
  | "limit"
  | "busy"
  | "full"
  | "io"
  | "corrupt"
  | "incompatible"
  | "closed"
  | "broken";

export class StoreError extends Error {
  override name = "StoreError";
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

/** Whether the same change may succeed later. */
export function isTransient(error: unknown): boolean {
  return error instanceof StoreError && ["busy", "full", "io"].includes(error.code);
}

export function isConflict(error: unknown): boolean {
  return error instanceof StoreError && error.code === "conflict";
}

export function isOverLimit(error: unknown): boolean {
  return error instanceof StoreError && error.code === "limit";
}

/** Whether the change was made; false if a precondition no longer holds. */
export async function unlessConflict(change: Promise<unknown>): Promise<boolean> {
  try {
    await change;
    return true;
  } catch (error) {
    if (!isConflict(error)) throw error;
    return false;
  }
}
