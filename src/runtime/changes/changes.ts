import type { Change } from "../../contracts/api/changes.ts";
import type { Ids } from "../../ports/ids.ts";

/** One event of the change stream, with the id to resume after. `gap`: changes were missed; `ready`: the backlog is complete. */
export type ChangeEvent = { id: string; event: "change"; change: Change } | { id: string; event: "gap" | "ready" };

/** `after` is the id of the last event that was received; without it, only new changes are sent. */
export type ChangeSubscription = { tenant: string; after?: string; signal: AbortSignal };

/** Notifications of changes in this or another process. They are hints to read again, and are kept in memory only. */
export interface Changes {
  publish(tenant: string, change: Change): void;
  /** Sends `gap` to every reader, because changes may have been missed. */
  publishGap(): void;
  /** Yields the backlog after `after`, then `ready`, then new changes until the signal fires. */
  subscribe(following: ChangeSubscription): AsyncGenerator<ChangeEvent, void>;
}

/** The latest changes of a tenant; the newest has the number `count`. The name is unique per process. */
type ChangeLog = { name: string; count: number; kept: Change[]; readers: Set<() => void> };

const defaultLimits = { kept: 256, tenants: 1000 };

export function createChanges(ids: Ids, limits: typeof defaultLimits = defaultLimits): Changes {
  const logs = new Map<string, ChangeLog>();
  const logOf = (tenant: string): ChangeLog => {
    const known = logs.get(tenant);
    if (known !== undefined) return known;
    if (logs.size >= limits.tenants) dropUnreadLog(logs);
    const log: ChangeLog = { name: ids.next(), count: 0, kept: [], readers: new Set() };
    logs.set(tenant, log);
    return log;
  };
  return {
    publish(tenant, change) {
      const log = logOf(tenant);
      log.count += 1;
      log.kept.push(change);
      if (log.kept.length > limits.kept) log.kept.shift();
      for (const wake of log.readers) wake();
    },
    publishGap() {
      for (const log of logs.values()) {
        log.count += 1;
        log.kept = [];
        for (const wake of log.readers) wake();
      }
    },
    subscribe: ({ tenant, ...rest }) => read(logOf(tenant), rest),
  };
}

/** Drops the oldest log without readers. A reader that returns finds a log with another name and gets `gap`. */
function dropUnreadLog(logs: Map<string, ChangeLog>): void {
  for (const [tenant, { readers }] of logs) {
    if (readers.size > 0) continue;
    logs.delete(tenant);
    return;
  }
}

/** The reader holds only a position. A reader that falls behind the log gets `gap`. */
async function* read(
  log: ChangeLog,
  { after, signal }: Omit<ChangeSubscription, "tenant">,
): AsyncGenerator<ChangeEvent, void> {
  let wake = (): void => {};
  const onChange = (): void => wake();
  log.readers.add(onChange);
  signal.addEventListener("abort", onChange);
  const at = (count: number): string => `${log.name}.${count}`;
  let seen = after === undefined ? log.count : positionIn(log, after);
  let isReady = false;
  try {
    while (!signal.aborted) {
      const next = log.kept.length - (log.count - seen);
      const change = log.kept[next];
      if (next < 0) {
        seen = log.count;
        yield { id: at(seen), event: "gap" };
      } else if (change !== undefined) {
        seen += 1;
        yield { id: at(seen), event: "change", change };
      } else if (!isReady) {
        isReady = true;
        yield { id: at(seen), event: "ready" };
      } else {
        await new Promise<void>((resolve) => (wake = resolve));
      }
    }
  } finally {
    log.readers.delete(onChange);
    signal.removeEventListener("abort", onChange);
  }
}

/** Negative infinity for an id that is not of this log. */
function positionIn({ name, count }: ChangeLog, id: string): number {
  const number = id.startsWith(`${name}.`) ? Number(id.slice(name.length + 1)) : Number.NaN;
  return number <= count ? number : Number.NEGATIVE_INFINITY;
}
