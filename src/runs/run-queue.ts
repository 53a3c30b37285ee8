import type { Job } from "../ports/engine.ts";

/** The engine's queue for runs; a job's key is the run's id. */
export const runQueue = "runs";

/** The job that wakes a run now. */
export function wakeRun(run: { id: string; tenant: string }, now: number): Job {
  return { queue: runQueue, key: run.id, tenant: run.tenant, dueAt: now };
}
