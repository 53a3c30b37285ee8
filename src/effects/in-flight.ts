import type { Clock } from "../ports/clock.ts";

/** How long a call may exceed its timeout, or outlive an abort, before it is abandoned. */
export const graceMs = 5_000;

/** A call in flight. A restart does not abort a write: that would leave its outcome unknown. */
export type InFlight = {
  kind: "read" | "write" | "read_back";
  abort: AbortController;
  /** Called when the call is aborted from here. */
  onAbort?: (() => void) | undefined;
  /** Starts the time of the call again. */
  extend?: (() => void) | undefined;
};

export function createInFlight(kind: InFlight["kind"]): InFlight {
  return { kind, abort: new AbortController() };
}

export function abortCall(call: InFlight): void {
  if (call.abort.signal.aborted) return;
  call.abort.abort();
  call.onAbort?.();
}

type DeadlineOptions<T> = {
  timeoutMs: number;
  /** The result of an abandoned call. */
  onGiveUp: (code: "timeout" | "canceled") => T;
  onError: (error: unknown) => T;
};

/** Waits for the work and always settles: a router that neither answers nor honours its limits cannot block a run. */
export function withDeadline<T>(
  clock: Clock,
  call: InFlight,
  bound: DeadlineOptions<T> & { work: () => Promise<T> },
): Promise<T> {
  return new Promise((resolve) => {
    const finish = (value: T): void => {
      cancelTimer();
      call.onAbort = undefined;
      call.extend = undefined;
      resolve(value);
    };
    const giveUp = (code: "timeout" | "canceled") => (): void => {
      finish(bound.onGiveUp(code));
      call.abort.abort();
    };
    const setTimer = (): (() => void) => clock.setTimer(clock.now() + bound.timeoutMs + graceMs, giveUp("timeout"));
    let cancelTimer = setTimer();
    call.extend = () => {
      cancelTimer();
      cancelTimer = setTimer();
    };
    call.onAbort = () => {
      call.extend = undefined;
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
