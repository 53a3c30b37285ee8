import { isTransient, StoreError, type StoreErrorCode } from "../../ports/store-error.ts";

/** Why the store failed, with the system or SQLite error behind it. */
export type StoreFailure = {
  code: StoreErrorCode;
  /** Whether a retry may succeed. */
  isTransient: boolean;
  /** The error code of the operating system, such as `EACCES`. */
  system?: string;
  /** SQLite's primary result code. */
  sqlite?: number;
};

export function toStoreFailure(error: unknown): StoreFailure | undefined {
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
