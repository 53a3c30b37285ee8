import type { Clock } from "../ports/clock.ts";

/** How much longer than its own time a call may take, or than an abort, before it is given up. */
const graceMs = 5_000;

/** A call under way. A write is not broken off for a mere restart: that would leave its outcome unknown. */
export type InFlight = {
  kind: "read" | "write" | "read_back";
  abort: AbortController;
  /** Told when the call is broken off from here. */
  onAbort?: (() => void) | undefined;
};

export function createInFlight(kind: InFlight["kind"]): InFlight {
  return { kind, abort: new AbortController() };
}

export function abortCall(call: InFlight): void {
  if (call.abort.signal.aborted) return;
  call.abort.abort();
  call.onAbort?.();
}

export type DeadlineOptions<T> = {
  timeoutMs: number;
  /** What a call that was given up comes to. */
  onGiveUp: (code: "timeout" | "canceled") => T;
  onError: (error: unknown) => T;
};

/** Waits for the work, which always ends: a router that neither answers nor honours its own limits cannot hold a run. */
export function withDeadline<T>(
  clock: Clock,
  call: InFlight,
  bound: DeadlineOptions<T> & { work: () => Promise<T> },
): Promise<T> {
  return new Promise((resolve) => {
    const finish = (value: T): void => {
      cancelTimer();
      call.onAbort = undefined;
      resolve(value);
    };
    const giveUp = (code: "timeout" | "canceled") => (): void => {
      finish(bound.onGiveUp(code));
      call.abort.abort();
    };
    let cancelTimer = clock.setTimer(clock.now() + bound.timeoutMs + graceMs, giveUp("timeout"));
    call.onAbort = () => {
      cancelTimer();
      cancelTimer = clock.setTimer(clock.now() + graceMs, giveUp("canceled"));
    };
    const fail = (error: unknown): void => finish(bound.onError(error));
    try {
      bound.work().then(finish, fail);
    } catch (error) {
      fail(error);
    }
  });
}
