import { PlanwrightError } from "../../contracts/errors.ts";
import type { Store } from "../../ports/store.ts";
import type { RecordKey } from "../../ports/stored-record.ts";

/** A cursor is the id of a row of the caller's tenant: anything else would select an arbitrary page. */
export async function assertCursor(store: Pick<Store, "record">, row: RecordKey): Promise<void> {
  if ((await store.record(row)) === undefined) throw new PlanwrightError("INVALID_CURSOR");
}
