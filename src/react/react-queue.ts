import type { Job } from "../ports/engine.ts";
import type { RunKey } from "./run-record.ts";

/** The engine's queue for ReAct runs. */
export const reactQueue = "react";

/** Request ids are chosen by callers: the key encodes the tenant's length, so that no two runs collide. */
export function jobKeyOf({ tenant, requestId }: RunKey): string {
  return `${tenant.length}/${tenant}/${requestId}`;
}

export function jobOf(run: RunKey, dueAt: number): Job {
  return { queue: reactQueue, key: jobKeyOf(run), tenant: run.tenant, dueAt };
}

export function runOf({ tenant, key }: Pick<Job, "tenant" | "key">): RunKey {
  return { tenant, requestId: key.slice(`${tenant.length}/${tenant}/`.length) };
}
