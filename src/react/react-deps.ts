import type { BoundedCache } from "../plan/bounded-cache.ts";
import type { Job } from "../ports/engine.ts";
import type { Ids } from "../ports/ids.ts";
import type { Trace } from "../ports/trace.ts";
import type { DurableParts } from "./execute-run.ts";
import type { EventLogs } from "./event-log.ts";
import { readRun, runKind, type RunKey, type StoredRun } from "./run-record.ts";

/** Dependencies of durable ReAct runs. */
export type ReactDeps = DurableParts & {
  ids: Ids;
  /** Called with the job of a new run while it is being stored; see `Engine.anticipate`. */
  anticipate?: (job: Job) => void;
  trace: Trace;
  logs: EventLogs;
  /** Runs started here and not executed yet, so the first execution need not read what was just written. */
  fresh: BoundedCache<string, StoredRun>;
  /** Runs that are executed here now: their end is in their log. */
  executing: Set<string>;
};

export async function findRun({ store }: ReactDeps, { tenant, requestId }: RunKey): Promise<StoredRun | undefined> {
  const found = await store.record({ tenant, kind: runKind, id: requestId });
  return found === undefined ? undefined : readRun(found);
}
