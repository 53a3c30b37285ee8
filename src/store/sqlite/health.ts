import { StoreError, type StoreErrorCode } from "../../ports/store-error.ts";

/** Remembers why the file cannot be written, until a write succeeds. Corruption is final: it needs a restored backup. */
export type DatabaseHealth = {
  /** Records a failure and returns it. */
  failed(error: StoreError): StoreError;
  written(): void;
  failure(): StoreError | undefined;
};

const lasting: ReadonlySet<StoreErrorCode> = new Set(["full", "io", "corrupt"]);

export function createDatabaseHealth(): DatabaseHealth {
  let failure: StoreError | undefined;
  return {
    failed(error) {
      if (lasting.has(error.code) && failure?.code !== "corrupt") failure = error;
      return error;
    },
    written() {
      if (failure?.code !== "corrupt") failure = undefined;
    },
    failure: () => failure,
  };
}
