import type { StatementResultingChanges } from "node:sqlite";
import { StoreError } from "../../ports/store-error.ts";

export function toText(record: object): string {
  return JSON.stringify(record);
}

/** A precondition failed if nothing changed. */
export function changeOne(result: StatementResultingChanges, otherwise: string): void {
  if (Number(result.changes) === 0) throw new StoreError("conflict", otherwise);
}
