import { priorityLevel } from "../contracts/priority.ts";
import type { Job } from "../ports/engine.ts";
import { toRunHead, type Run } from "../ports/run.ts";
import type { Tx } from "../ports/store.ts";

/** The engine's queue for runs; a job's key is the run's id. */
export const runQueue = "runs";

/** The job that executes a run from now on. */
export function jobOf({ id, tenant, priority }: Pick<Run, "id" | "tenant" | "priority">, now: number): Job {
  return { queue: runQueue, key: id, tenant, dueAt: now, priority: priorityLevel(priority) };
}

/**
 * Resumes a run and marks it running in this transaction. A run that was seen running may have started to wait since.
 */
export function wake(tx: Tx, run: Run | undefined, now: number): void {
  if (run === undefined) return;
  if (run.status === "waiting" || run.status === "running")
    tx.setRun({ ...toRunHead(run), status: "running", startedAt: run.startedAt });
  tx.enqueue(jobOf(run, now), now);
}
