/**
 * Why the store did not take a change. The change left no trace, with one exception: where a database crashed during the
 * commit, nobody can say whether it happened. That is `broken`, and whoever goes on reads first what stands.
 *
 * - `conflict`: something the change relied on is no longer so (a key is taken, a record has moved on)
 * - `limit`: a counter would pass its limit, or fall below 0
 * - `busy`: another process holds the file or the rows; try again
 * - `full`: no room on the disk; try again once there is
 * - `incompatible`: the stored schema is not one this release knows
 * - `closed`: the store was closed
 * - `broken`: anything else; the message says what the database said
 */
export type StoreErrorCode = "conflict" | "limit" | "busy" | "full" | "incompatible" | "closed" | "broken";

export class StoreError extends Error {
  override name = "StoreError";
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

/** Whether the same change may succeed later without anyone changing it. */
export function isTransient(error: unknown): boolean {
  return error instanceof StoreError && (error.code === "busy" || error.code === "full");
}

export function isConflict(error: unknown): boolean {
  return error instanceof StoreError && error.code === "conflict";
}

export function isOverLimit(error: unknown): boolean {
  return error instanceof StoreError && error.code === "limit";
}
