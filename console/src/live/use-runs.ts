import { useInfiniteQuery } from "@tanstack/react-query";
import type { RunPage, RunQuery } from "../../../src/contracts/api/run.ts";
import { api } from "./api.ts";
import { fallbackMs } from "./use-query.ts";

/** The runs that match a filter, page by page. */
export function useRuns(filter: RunQuery) {
  return useInfiniteQuery({
    queryKey: ["listRuns", filter],
    queryFn: ({ pageParam, signal }) =>
      api.listRuns({ query: { ...filter, limit: 100, ...(pageParam !== undefined && { cursor: pageParam }) }, signal }),
    initialPageParam: undefined as string | undefined, // the first page has no cursor
    getNextPageParam: ({ next_cursor }: RunPage) => next_cursor ?? undefined,
    placeholderData: (before) => before,
    meta: { on: ["run", "agent"] },
    refetchInterval: fallbackMs,
  });
}
