import type { PlanReactResponse } from "../contracts/react/plan-react.ts";
import type { ReactEvent } from "../contracts/react/react-event.ts";
import type { Ids } from "../ports/ids.ts";

/** What one run has told in this process. */
export type EventLog = {
  /** Part of every event's id: another process, or a later stretch of work, tells anew. */
  readonly id: string;
  readonly events: readonly ReactEvent[];
  /** The answer, once the run has ended here. */
  response(): PlanReactResponse | undefined;
  push(event: ReactEvent): void;
  /** Calls whenever there is something new; the returned function ends it. */
  watch(call: () => void): () => void;
  /** Calls whenever another process may have worked on the run; the returned function ends it. */
  watchOtherProcesses(call: () => void): () => void;
};

/** The logs of the runs that somebody here works on or follows; whoever opens one closes it. */
export type EventLogs = {
  open(key: string): EventLog;
  close(key: string): void;
  /** Another process may have worked on the run; without a key, on any. */
  changedElsewhere(key?: string): void;
};

export function createEventLogs(ids: Ids): EventLogs {
  const logs = new Map<string, { log: OpenLog; users: number }>();
  return {
    open(key) {
      const held = logs.get(key) ?? { log: createEventLog(ids.next()), users: 0 };
      held.users += 1;
      logs.set(key, held);
      return held.log;
    },
    close(key) {
      const held = logs.get(key);
      if (held === undefined) return;
      held.users -= 1;
      if (held.users === 0) logs.delete(key);
    },
    changedElsewhere(key) {
      const meant = key === undefined ? logs.values() : [logs.get(key)];
      for (const held of meant) held?.log.elsewhere();
    },
  };
}

type OpenLog = EventLog & { elsewhere(): void };

function createEventLog(id: string): OpenLog {
  const events: ReactEvent[] = [];
  const watchers = new Set<() => void>();
  const lookers = new Set<() => void>();
  return {
    id,
    events,
    response() {
      const last = events.at(-1);
      return last?.type === "end" ? last.response : undefined;
    },
    push(event) {
      events.push(event);
      for (const call of watchers) call();
    },
    watch(call) {
      watchers.add(call);
      return () => watchers.delete(call);
    },
    watchOtherProcesses(call) {
      lookers.add(call);
      return () => lookers.delete(call);
    },
    elsewhere() {
      for (const call of lookers) call();
    },
  };
}
