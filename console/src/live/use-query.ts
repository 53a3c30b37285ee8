import { type DependencyList, useCallback, useEffect, useRef, useState } from "react";
import type { ChangeKind } from "../../../src/contracts/api/changes.ts";
import { isAbort, useLink } from "./api.ts";
import { fallbackMs, useChanges } from "./changes.ts";

/** Data from the server. The previous value stays while it is fetched again. */
export type Query<T> = { value: T | undefined; error: unknown; reload: () => void };

export type LoadOptions = {
  /** Refetch interval while the page is visible. */
  everyMs?: number;
  /** Refetch on changes of these kinds; also polls, because another process may have made the change. */
  on?: readonly ChangeKind[];
};

/** Fetches on mount and when `deps` change; fetches again when the connection is back. */
export function useQuery<T>(
  read: (signal: AbortSignal) => Promise<T>,
  deps: DependencyList,
  { on, everyMs = on === undefined ? undefined : fallbackMs }: LoadOptions = {},
): Query<T> {
  const [state, setState] = useState<{ value: T | undefined; error: unknown }>({ value: undefined, error: undefined });
  const [turn, setTurn] = useState(0);
  const link = useLink();
  const latest = useRef(read);
  latest.current = read;
  const reload = useCallback(() => setTurn((before) => before + 1), []);
  const reading = useRef<{ isStale: boolean }>(undefined);

  useEffect(() => setState({ value: undefined, error: undefined }), deps);
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
  }, [...deps, turn, link === "locked"]);
  // A change does not abort a fetch in progress: with frequent changes it would never finish.
  const onChange = useCallback(() => {
    if (reading.current === undefined) reload();
    else reading.current.isStale = true;
  }, [reload]);
  useChanges(on, onChange);
  useRepeat(reload, state.error === undefined ? everyMs : Math.min(everyMs ?? 2000, 2000));
  return { ...state, reload };
}

/** Calls at an interval while the page is visible, and at once when it becomes visible. */
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
