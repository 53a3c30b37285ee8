/**
 * Everything durable as rows that any store can give and take: table to columns. Rows are told apart by the columns named
 * in `archiveKeys`. Left out is what belongs to one adapter or one moment: leases, failures, search indexes.
 */
export const archiveTables = {
  plans: ["tenant", "hash", "plan"],
  runs: ["tenant", "id", "status", "record"],
  journal: ["seq", "run_id", "key", "at", "fact"],
  effects: ["tenant", "key", "run_id", "state", "record"],
  waits: ["tenant", "id", "run_id", "state", "record"],
  idempotency: ["tenant", "key", "expires_at", "record"],
  jobs: ["queue", "key", "tenant", "due_at", "set_at"],
  records: ["tenant", "kind", "id", "version", "part", "status", "body"],
  counters: ["tenant", "key", "value"],
  api_keys: ["id", "tenant", "name", "scopes", "hash", "created_at", "expires_at", "revoked_at", "last_used_at"],
  audit: ["seq", "tenant", "record"],
  /** A document a row; `passages` is JSON: pairs of heading and text. */
  knowledge: ["tenant", "source", "title", "hash", "added_at", "passages"],
} as const satisfies Record<string, readonly string[]>;

export type ArchiveTable = keyof typeof archiveTables;

// `Object.keys` forgets the names it is given.
export const archiveTableNames = Object.keys(archiveTables) as readonly ArchiveTable[];

/** What rows are ordered by: the primary key of their table. */
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

/** Columns that hold whole numbers; all others hold text. */
export const archiveNumbers: ReadonlySet<string> = new Set([
  "seq",
  "at",
  "expires_at",
  "due_at",
  "set_at",
  "version",
  "value",
  "created_at",
  "revoked_at",
  "last_used_at",
  "added_at",
]);

export type ArchiveValue = string | number | null;
/** Values in the order of the table's columns. */
export type ArchiveRow = { table: ArchiveTable; values: readonly ArchiveValue[] };
export type ArchiveCounts = Readonly<Record<ArchiveTable, number>>;

/** All rows as they stood at one moment, by table. */
export type Snapshot = { counts: ArchiveCounts; rows(): AsyncIterable<readonly ArchiveRow[]> };

/** A transaction that fills a store. */
export type RestoreTransaction = {
  /** What stands there. */
  counts: ArchiveCounts;
  /** A process is at work on the jobs that stand there. */
  isInUse: boolean;
  /** Removes everything, the audit log too. */
  clear(): Promise<void>;
  /** Rows of one table. */
  add(rows: readonly ArchiveRow[]): Promise<void>;
  /** What stands there now, with what was added. */
  snapshot(): Promise<Snapshot>;
};

/** The whole of a store, to be taken away and put back. Neither needs more memory for more rows. */
export interface Archive {
  /** Others may write meanwhile; the snapshot does not change. */
  read<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T>;
  /** Everything that `work` does or, when it throws or the process ends, nothing. */
  restore<T>(work: (filling: RestoreTransaction) => Promise<T>): Promise<T>;
}

/** A number as a column of whole numbers takes it: not before it was meant, and for ever as long as a number goes. */
export function toArchiveNumber(value: unknown): number {
  return Math.min(Math.ceil(Number(value)), Number.MAX_SAFE_INTEGER);
}
