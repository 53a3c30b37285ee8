import type { Change } from "../contracts/api/changes.ts";
import type { Ids } from "../ports/ids.ts";

/** One thing told, with the id a reader goes on after. `gap`: changes before it were missed; `ready`: all are told. */
export type Told = { id: string; event: "change"; change: Change } | { id: string; event: "gap" | "ready" };

/** `after` is the id of the last thing told; without it, from now on. */
export type Following = { tenant: string; after?: string; signal: AbortSignal };

/** What changed, here or in another process. It is a hint to look again, kept in memory alone. */
export interface Changes {
  tell(tenant: string, change: Change): void;
  /** Something may have changed that nobody told of: every reader gets `gap`. */
  missed(): void;
  /** What is kept after `after`, then `ready`, then what comes, until the signal fires. */
  follow(following: Following): AsyncGenerator<Told, void>;
}

/** A tenant's last changes, the newest with the number `count`. The name tells them from those of other processes. */
type Log = { name: string; count: number; kept: Change[]; readers: Set<() => void> };

const most = { kept: 256, tenants: 1000 };

export function createChanges(ids: Ids, limits: typeof most = most): Changes {
  const logs = new Map<string, Log>();
  const logOf = (tenant: string): Log => {
    const known = logs.get(tenant);
    if (known !== undefined) return known;
    if (logs.size >= limits.tenants) dropOne(logs);
    const log: Log = { name: ids.next(), count: 0, kept: [], readers: new Set() };
    logs.set(tenant, log);
    return log;
  };
  return {
    tell(tenant, change) {
      const log = logOf(tenant);
      log.count += 1;
      log.kept.push(change);
      if (log.kept.length > limits.kept) log.kept.shift();
      for (const wake of log.readers) wake();
    },
    missed() {
      for (const log of logs.values()) {
        log.count += 1;
        log.kept = [];
        for (const wake of log.readers) wake();
      }
    },
    follow: ({ tenant, ...rest }) => read(logOf(tenant), rest),
  };
}

/** The oldest that nobody reads; whoever comes back to it finds a log of another name, and is told of the gap. */
function dropOne(logs: Map<string, Log>): void {
  for (const [tenant, { readers }] of logs) {
    if (readers.size > 0) continue;
    logs.delete(tenant);
    return;
  }
}

/** Only a number is held of where the reader is: one that is slower than the log is told that it missed something. */
async function* read(log: Log, { after, signal }: Omit<Following, "tenant">): AsyncGenerator<Told, void> {
  let wake = (): void => {};
  const hear = (): void => wake();
  log.readers.add(hear);
  signal.addEventListener("abort", hear);
  const at = (count: number): string => `${log.name}.${count}`;
  let seen = after === undefined ? log.count : numberIn(log, after);
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
    log.readers.delete(hear);
    signal.removeEventListener("abort", hear);
  }
}

/** Before everything where the id is not of this log. */
function numberIn({ name, count }: Log, id: string): number {
  const number = id.startsWith(`${name}.`) ? Number(id.slice(name.length + 1)) : Number.NaN;
  return number <= count ? number : Number.NEGATIVE_INFINITY;
}
