/** Who did what. Ids, and the reason that the person gave: never the content of a request. */
export type AuditEntry = {
  tenant: string;
  principal: string;
  /** The route's name, or the command's: `startRun`, `keys create`. */
  action: string;
  /** Ids of the affected objects, the caller's own id first. */
  subjects: readonly string[];
  requestId: string;
  at: number;
  /** `done`, or the problem code that was returned. */
  outcome: string;
  /** Why, in the words of who decided. */
  reason?: string;
};

/** `seq` grows with every entry, over all tenants. */
export type AuditRecord = AuditEntry & { seq: number };

export type AuditQuery = { tenant: string; limit: number; before?: number };

/** Append-only: entries cannot be changed or removed. */
export interface Audit {
  /** Resolves once the entry is durable. */
  record(entry: AuditEntry): Promise<void>;
  /** Newest first. */
  list(query: AuditQuery): Promise<AuditRecord[]>;
}
