import { isPassing, StoreError, type StoreErrorCode } from "../ports/store-error.ts";

/** Why the store could not be used, and what lay under it; undefined for any other error. */
export type StoreTrouble = {
  code: StoreErrorCode;
  /** Whether the same may succeed later. */
  passes: boolean;
  /** The operating system's word, such as `EACCES`. */
  system?: string;
  /** SQLite's primary result code. */
  sqlite?: number;
};

export function storeTrouble(error: unknown): StoreTrouble | undefined {
  if (!(error instanceof StoreError)) return undefined;
  const { cause, code } = error;
  const under: object = cause instanceof Error ? cause : {};
  return {
    code,
    passes: isPassing(error),
    ...("code" in under && typeof under.code === "string" && { system: under.code }),
    ...("errcode" in under && typeof under.errcode === "number" && { sqlite: under.errcode & 0xff }),
  };
}
