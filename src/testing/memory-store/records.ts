import { StoreError } from "../../ports/store-error.ts";
import type { Store, Tx } from "../../ports/store.ts";
import type { RecordKey, RecordQuery, StoredRecord } from "../../ports/stored-record.ts";
import { keyOf, type Tables } from "./tables.ts";

type Writes = Pick<Tx, "putRecord" | "dropRecord" | "count" | "dropCounter">;
type Reads = Pick<Store, "record" | "records" | "counter" | "counters">;

export function recordWrites({ records, counters }: Tables): Writes {
  const expectVersion = (key: RecordKey, was: number): void => {
    if ((records.get(recordId(key))?.version ?? 0) === was) return;
    throw new StoreError("conflict", `${key.kind} ${key.id} is not at the version the change was made from`);
  };
  return {
    putRecord(record, was) {
      expectVersion(record, was);
      records.put(recordId(record), { ...record, version: was + 1 });
    },
    dropRecord(key, was) {
      expectVersion(key, was);
      records.remove(recordId(key));
    },
    count({ tenant, key, add, limit = Number.MAX_SAFE_INTEGER }) {
      const value = (counters.get(keyOf(tenant, key))?.value ?? 0) + add;
      if (value < 0 || (add > 0 && value > limit))
        throw new StoreError("limit", `${key} would be ${value} of ${limit}`);
      counters.put(keyOf(tenant, key), { tenant, key, value });
    },
    dropCounter: (tenant, key) => counters.remove(keyOf(tenant, key)),
  };
}

export function recordReads({ records, counters }: Tables): Reads {
  return {
    record: async (key) => records.get(recordId(key)),
    async records(query) {
      const page = records.all((record) => matchesQuery(query, record));
      return page.toSorted((a, b) => (a.id < b.id ? 1 : -1)).slice(0, query.limit);
    },
    counter: async (tenant, key) => counters.get(keyOf(tenant, key))?.value ?? 0,
    async counters(tenant, prefix) {
      const found = counters.all((one) => one.tenant === tenant && one.key.startsWith(prefix));
      return found.toSorted((a, b) => (a.key < b.key ? -1 : 1)).map(({ key, value }) => ({ key, value }));
    },
  };
}

function matchesQuery(query: RecordQuery, { tenant, kind, group, status, id }: StoredRecord): boolean {
  if (tenant !== query.tenant || kind !== query.kind) return false;
  if (query.group !== undefined && query.group !== group) return false;
  if (query.status !== undefined && query.status !== status) return false;
  return query.before === undefined || id < query.before;
}

function recordId({ tenant, kind, id }: RecordKey): string {
  return keyOf(tenant, keyOf(kind, id));
}
