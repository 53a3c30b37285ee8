import type { Run } from "./run.ts";

export type EndedRuns = {
  tenant: string;
  /** Only runs with an id before this one; ids sort by creation time. */
  before: string;
  after?: string;
  limit: number;
};

/** Operations for maintaining a whole store: they see all tenants and delete data. */
export interface Maintenance {
  /** All tenants with stored data. */
  tenants(): Promise<string[]>;
  /** Oldest first. */
  endedRuns(query: EndedRuns): Promise<Run[]>;
  /**
   * Deletes ended runs with their journals, waits and effects. Effects under keys not derived from the run's id stay:
   * another run may use them.
   */
  dropRuns(tenant: string, ids: readonly string[]): Promise<void>;
  /** Deletes effects whose keys cannot be used again. */
  dropEffects(tenant: string, keys: readonly string[]): Promise<void>;
  /** The number of expired answers to idempotent requests. */
  countExpired(now: number): Promise<number>;
  /** Deletes some of them and returns how many. */
  dropExpired(now: number, limit: number): Promise<number>;
  /** Audit entries after this one, oldest first. */
  oldestAudit(after: number, limit: number): Promise<{ seq: number; at: number }[]>;
  /** Deletes the audit log up to and including this entry. */
  dropAudit(through: number): Promise<void>;
}

/** Key prefix of effects that belong to one run alone. */
export function ownEffectPrefix(runId: string): string {
  return `run:${runId}:`;
}
