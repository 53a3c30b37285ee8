import { QueryClient, useQuery as useTanstackQuery } from "@tanstack/react-query";
import { ProblemError } from "../../../src/client/index.ts";
import type { ChangeKind } from "../../../src/contracts/api/changes.ts";

/** Data from the server. The previous value stays while it is fetched again. */
export type Query<T> = { value: T | undefined; error: unknown; reload: () => void };

type QueryOptions = {
  /** Refetch interval while the page is visible. */
  everyMs?: number;
  /** Refetch on changes of these kinds; also polls, because another process may have made the change. */
  on?: readonly ChangeKind[];
};

/** The polling interval besides the stream: changes by another server process are not always in it. */
export const fallbackMs = 15_000;

/** One cache for all pages: components that read the same thing share one request. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 1_000,
      gcTime: 5 * 60_000,
      networkMode: "always",
      // A problem is the server's answer; only a broken connection is tried again.
      retry: (count, error) => !(error instanceof ProblemError) && count < 20,
      retryDelay: (count) => Math.min(250 * 2 ** count, 2_000),
    },
  },
});

/** Refetches what shows objects of these kinds. */
export function refetchKinds(kinds: ReadonlySet<ChangeKind>): void {
  void queryClient.invalidateQueries({
    predicate: ({ meta }) => kindsOf(meta?.["on"]).some((kind) => kinds.has(kind)),
  });
}

function kindsOf(on: unknown): readonly ChangeKind[] {
  return Array.isArray(on) ? on : []; // set by `useQuery` below
}

/** Reads by key; the key names everything that `read` depends on. */
export function useQuery<T>(
  key: readonly unknown[],
  read: (signal: AbortSignal) => Promise<T>,
  { on, everyMs = on === undefined ? undefined : fallbackMs }: QueryOptions = {},
): Query<T> {
  const query = useTanstackQuery({
    queryKey: key,
    queryFn: ({ signal }) => read(signal),
    meta: { on },
    ...(everyMs !== undefined && { refetchInterval: everyMs }),
  });
  return {
    value: query.data,
    // While it retries, the reason is worth showing if there is nothing else to show.
    error: query.error ?? (query.data === undefined ? (query.failureReason ?? undefined) : undefined),
    reload: () => void query.refetch(),
  };
}
