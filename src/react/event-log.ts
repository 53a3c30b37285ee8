import type { PlanReactResponse } from "../contracts/react/plan-react.ts";
import type { ReactEvent } from "../contracts/react/react-event.ts";
import type { Ids } from "../ports/ids.ts";

/** The events of one run in this process. */
export type EventLog = {
  /** Part of every event id: another process, or a later execution, emits its own events. */
  readonly id: string;
  readonly events: readonly ReactEvent[];
  /** The response, once the run has ended here. */
  response(): PlanReactResponse | undefined;
  push(event: ReactEvent): void;
  /** Calls back on new events; the returned function unsubscribes. */
  watch(call: () => void): () => void;
  /** Calls back when another process may have changed the run; the returned function unsubscribes. */
  watchOtherProcesses(call: () => void): () => void;
};

/** Logs of runs that are executed or followed here; every `open` needs a `close`. */
export type EventLogs = {
  open(key: string): EventLog;
  close(key: string): void;
  /** Another process may have changed the run; any run without a key. */
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
  const remoteWatchers = new Set<() => void>();
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
      remoteWatchers.add(call);
      return () => remoteWatchers.delete(call);
    },
    elsewhere() {
      for (const call of remoteWatchers) call();
    },
  };
}
