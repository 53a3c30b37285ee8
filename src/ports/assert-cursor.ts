import { PlanwrightError } from "../contracts/errors.ts";
import type { Store } from "./store.ts";
import type { RecordKey } from "./stored-record.ts";

/** A cursor is the id of a row of the caller's tenant: anything else would select an arbitrary page. */
export async function assertCursor(
  store: Pick<Store, "record">,
  { id, ...of }: Omit<RecordKey, "id"> & { id: string | undefined },
): Promise<void> {
  if (id !== undefined && (await store.record({ ...of, id })) === undefined)
    throw new PlanwrightError("INVALID_CURSOR");
}
