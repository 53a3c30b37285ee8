import { compact } from "../plan/compact.ts";
import type { Json } from "../plan/json.ts";
import type { Store } from "./store.ts";

/** Identifies a record. `kind` is `module.thing`: a module reads only its own kinds. */
export type RecordKey = { tenant: string; kind: string; id: string };

/**
 * A document owned by a module and opaque to the store; the module parses `body` with its own schema. Lists filter by
 * `group` and `status`. `version` counts changes, from 1.
 */
export type StoredRecord = RecordKey & { version: number; group?: string; status?: string; body: Json };

/** `before` is the id of the last record of the previous page. */
export type RecordQuery = {
  tenant: string;
  kind: string;
  group?: string;
  status?: string;
  limit: number;
  before?: string;
};

/** An increment of a counter; negative to return. The transaction fails beyond `limit` or below 0. */
export type Count = { tenant: string; key: string; add: number; limit?: number };

const pageSize = 200;

/** All records of the query in pages, last first. */
export async function* recordPages(
  store: Pick<Store, "records">,
  query: Omit<RecordQuery, "limit">,
): AsyncGenerator<StoredRecord[]> {
  let { before } = query;
  for (;;) {
    const page = await store.records({ ...query, limit: pageSize, ...compact({ before }) });
    if (page.length > 0) yield page;
    if (page.length < pageSize) return;
    before = page.at(-1)?.id;
  }
}
