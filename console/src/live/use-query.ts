import { type DependencyList, useCallback, useEffect, useRef, useState } from "react";
import type { ChangeKind } from "../../../src/contracts/api/changes.ts";
import { isAbort, useLink } from "./api.ts";
import { fallbackMs, useChanges } from "./changes.ts";

/** What is being read from the server. What was read before stays while it is read again. */
export type Query<T> = { value: T | undefined; error: unknown; reload: () => void };

export type LoadOptions = {
  /** Read again after this time, while the page is looked at. */
  everyMs?: number;
  /** Read again when the server tells of such a change; now and then also untold, as another process may have made it. */
  on?: readonly ChangeKind[];
};

/** Reads on mount and when `of` changes; reads again when the connection comes back. */
export function useQuery<T>(
  read: (signal: AbortSignal) => Promise<T>,
  of: DependencyList,
  { on, everyMs = on === undefined ? undefined : fallbackMs }: LoadOptions = {},
): Query<T> {
  const [state, setState] = useState<{ value: T | undefined; error: unknown }>({ value: undefined, error: undefined });
  const [turn, setTurn] = useState(0);
  const link = useLink();
  const latest = useRef(read);
  latest.current = read;
  const reload = useCallback(() => setTurn((before) => before + 1), []);
  const reading = useRef<{ isStale: boolean }>(undefined);

  useEffect(() => setState({ value: undefined, error: undefined }), of);
  useEffect(() => {
    const stop = new AbortController();
    const now = { isStale: false };
    reading.current = now;
    latest
      .current(stop.signal)
      .then(
        (value) => stop.signal.aborted || setState({ value, error: undefined }),
        (error: unknown) => stop.signal.aborted || isAbort(error) || setState((before) => ({ ...before, error })),
      )
      .finally(() => {
        if (reading.current !== now) return;
        reading.current = undefined;
        if (now.isStale) reload();
      });
    return () => stop.abort();
  }, [...of, turn, link === "locked"]);
  // A change does not break off what is being read: many of them would let it never come to its end.
  const hear = useCallback(() => {
    if (reading.current === undefined) reload();
    else reading.current.isStale = true;
  }, [reload]);
  useChanges(on, hear);
  useRepeat(reload, state.error === undefined ? everyMs : Math.min(everyMs ?? 2000, 2000));
  return { ...state, reload };
}

/** Calls again and again while the page can be seen, and at once when it is looked at after a pause. */
export function useRepeat(call: () => void, everyMs: number | undefined): void {
  useEffect(() => {
    if (everyMs === undefined) return undefined;
    const again = (): void => {
      if (document.visibilityState === "visible") call();
    };
    const timer = setInterval(again, everyMs);
    document.addEventListener("visibilitychange", again);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", again);
    };
  }, [call, everyMs]);
}
