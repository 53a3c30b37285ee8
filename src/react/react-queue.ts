import type { Job } from "../ports/engine.ts";
import type { RunKey } from "./run-record.ts";

/** Where the engine finds the work of this deps. */
export const reactQueue = "react";

/** Request ids are the callers' own: the key says how long the tenant's part is, so that no two runs share one. */
export function jobKeyOf({ tenant, requestId }: RunKey): string {
  return `${tenant.length}/${tenant}/${requestId}`;
}

export function jobOf(run: RunKey, dueAt: number): Job {
  return { queue: reactQueue, key: jobKeyOf(run), tenant: run.tenant, dueAt };
}

export function runOf({ tenant, key }: Pick<Job, "tenant" | "key">): RunKey {
  return { tenant, requestId: key.slice(`${tenant.length}/${tenant}/`.length) };
}
