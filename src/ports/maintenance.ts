import type { Run } from "./run.ts";

export type EndedRuns = {
  tenant: string;
  /** Ids sort by the time they were made: only those before this one. */
  before: string;
  after?: string;
  limit: number;
};

/** What only the maintenance of a whole store needs: it sees all tenants, and it forgets. */
export interface Maintenance {
  /** Of everyone of whom something is kept. */
  tenants(): Promise<string[]>;
  /** The oldest first. */
  endedRuns(query: EndedRuns): Promise<Run[]>;
  /**
   * Forgets runs that have ended, with their journals, items and effects. Effects under a key that is not made of the run's
   * own id stay: another run may ask for them.
   */
  dropRuns(tenant: string, ids: readonly string[]): Promise<void>;
  /** For keys that nobody can ask for again. */
  dropEffects(tenant: string, keys: readonly string[]): Promise<void>;
  /** How many answers to repeated requests have expired. */
  countExpired(now: number): Promise<number>;
  /** Forgets some of them; how many. */
  dropExpired(now: number, limit: number): Promise<number>;
  /** Entries of the audit log after this one, the oldest first. */
  oldestAudit(after: number, limit: number): Promise<{ seq: number; at: number }[]>;
  /** Forgets the audit log up to and with this entry. */
  dropAudit(through: number): Promise<void>;
}

/** What the keys of a run's own effects begin with. */
export function ownEffectPrefix(runId: string): string {
  return `run:${runId}:`;
}
