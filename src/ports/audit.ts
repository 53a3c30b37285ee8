/** Who did what. Ids only: never the content of a request. */
export type AuditEntry = {
  tenant: string;
  principal: string;
  /** The route's name, or the command's: `startRun`, `keys create`. */
  action: string;
  /** The ids of what it was done to, the caller's word for them first. */
  subjects: readonly string[];
  requestId: string;
  at: number;
  /** `done`, or the code of the problem that was answered. */
  outcome: string;
};

/** `seq` grows with every entry, over all tenants. */
export type AuditRecord = AuditEntry & { seq: number };

export type AuditQuery = { tenant: string; limit: number; before?: number };

/** Append-only: there is no way to change or remove an entry. */
export interface Audit {
  /** Resolves once the entry is durable. */
  record(entry: AuditEntry): Promise<void>;
  /** Newest first. */
  list(query: AuditQuery): Promise<AuditRecord[]>;
}
