import { keysOf } from "../plan/keys.ts";
/**
 * Everything durable as rows that any store can export and import: table to columns. `archiveKeys` names the key
 * columns. Excluded is what belongs to one adapter or one moment: leases, failures, search indexes.
 */
export const archiveTables = {
  plans: ["tenant", "hash", "plan"],
  runs: ["tenant", "id", "status", "record"],
  journal: ["seq", "run_id", "key", "at", "fact"],
  effects: ["tenant", "key", "run_id", "state", "record"],
  waits: ["tenant", "id", "run_id", "state", "record"],
  idempotency: ["tenant", "key", "expires_at", "record"],
  jobs: ["queue", "key", "tenant", "due_at", "set_at", "priority"],
  records: ["tenant", "kind", "id", "version", "part", "status", "body"],
  counters: ["tenant", "key", "value"],
  api_keys: ["id", "tenant", "name", "scopes", "hash", "created_at", "expires_at", "revoked_at", "last_used_at"],
  audit: ["seq", "tenant", "record"],
  /** One document per row; `passages` is JSON: pairs of heading and text. */
  knowledge: ["tenant", "source", "title", "hash", "added_at", "passages"],
} as const satisfies Record<string, readonly string[]>;

export type ArchiveTable = keyof typeof archiveTables;

export const archiveTableNames: readonly ArchiveTable[] = keysOf(archiveTables);

/** Sort order of rows: the primary key of their table. */
export const archiveKeys: Readonly<Record<ArchiveTable, readonly string[]>> = {
  plans: ["tenant", "hash"],
  runs: ["tenant", "id"],
  journal: ["seq"],
  effects: ["tenant", "key"],
  waits: ["tenant", "id"],
  idempotency: ["tenant", "key"],
  jobs: ["queue", "key"],
  records: ["tenant", "kind", "id"],
  counters: ["tenant", "key"],
  api_keys: ["id"],
  audit: ["seq"],
  knowledge: ["tenant", "source"],
};

/** Integer columns; all others are text. */
export const archiveNumbers: ReadonlySet<string> = new Set([
  "seq",
  "at",
  "expires_at",
  "due_at",
  "set_at",
  "priority",
  "version",
  "value",
  "created_at",
  "revoked_at",
  "last_used_at",
  "added_at",
]);

/** What a row of an older backup has where it lacks the column; all others are null. */
export const archiveDefaults: Readonly<Record<string, ArchiveValue>> = { priority: 0 };

export type ArchiveValue = string | number | null;
/** Values in the order of the table's columns. */
export type ArchiveRow = { table: ArchiveTable; values: readonly ArchiveValue[] };
export type ArchiveCounts = Readonly<Record<ArchiveTable, number>>;

/** All rows as of one moment, by table. */
export type Snapshot = { counts: ArchiveCounts; rows(): AsyncIterable<readonly ArchiveRow[]> };

/** A transaction that restores a store. */
export type RestoreTransaction = {
  /** Rows now in the store. */
  counts: ArchiveCounts;
  /** Whether a process is running the store's jobs. */
  isInUse: boolean;
  /** Removes everything, including the audit log. */
  clear(): Promise<void>;
  /** Rows of one table. */
  add(rows: readonly ArchiveRow[]): Promise<void>;
  /** The rows including those added. */
  snapshot(): Promise<Snapshot>;
};

/** Exports and imports a whole store in constant memory. */
export interface Archive {
  /** Others may write meanwhile; the snapshot does not change. */
  read<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T>;
  /** Commits everything `work` does; nothing if it throws or the process ends. */
  restore<T>(work: (filling: RestoreTransaction) => Promise<T>): Promise<T>;
}

/** Rounds up to an integer, capped at the largest safe one. */
export function toArchiveNumber(value: unknown): number {
  return Math.min(Math.ceil(Number(value)), Number.MAX_SAFE_INTEGER);
}
