import { useCallback, useEffect, useRef, useState } from "react";
import type { RunRow, RunState } from "../../../src/contracts/api/run.ts";
import { api, isAbort, useLink } from "./api.ts";
import { fallbackMs, useChanges } from "./changes.ts";
import { useRepeat } from "./use-query.ts";

export type RunList = {
  runs: readonly RunRow[] | undefined;
  error: unknown;
  isComplete: boolean;
  more: () => void;
  reload: () => void;
};

const pageSize = 100;
const kinds = ["run"] as const;

/** The runs with a status, page by page; the newest page is fetched again when a run changes. */
export function useRuns(status: RunState | undefined): RunList {
  const [rows, setRows] = useState<ReadonlyMap<string, RunRow>>();
  const [error, setError] = useState<unknown>();
  const cursor = useRef<string | null>(null);
  const [isComplete, setIsWhole] = useState(false);
  const busy = useRef(false);
  const isLocked = useLink() === "locked";

  const read = useCallback(
    async (from: string | undefined, limit: number): Promise<void> => {
      const query = { limit, ...(status !== undefined && { status }), ...(from !== undefined && { cursor: from }) };
      const page = await api.listRuns({ query });
      setRows((before) => merge(before, page.runs, status));
      setError(undefined);
      if (from === undefined && cursor.current !== null) return;
      cursor.current = page.next_cursor;
      setIsWhole(page.next_cursor === null);
    },
    [status],
  );
  const reload = useCallback(() => {
    read(undefined, pageSize).catch((reason: unknown) => isAbort(reason) || setError(reason));
  }, [read]);
  const more = useCallback(() => {
    if (busy.current || cursor.current === null) return;
    busy.current = true;
    read(cursor.current, pageSize)
      .catch(setError)
      .finally(() => (busy.current = false));
  }, [read]);
  useEffect(() => {
    cursor.current = null;
    setRows(undefined);
    reload();
  }, [reload, isLocked]);
  useChanges(kinds, reload);
  useRepeat(reload, fallbackMs);
  return { runs: rows === undefined ? undefined : [...rows.values()], error, isComplete, more, reload };
}

/** Newest first by id; a run that no longer has the status is removed. */
function merge(
  before: ReadonlyMap<string, RunRow> | undefined,
  page: readonly RunRow[],
  status: RunState | undefined,
): ReadonlyMap<string, RunRow> {
  const all = new Map(before);
  const [newest, oldest] = [page.at(0)?.run_id, page.at(-1)?.run_id ?? ""];
  if (status !== undefined && newest !== undefined) for (const id of all.keys()) if (id >= oldest) all.delete(id);
  for (const row of page) all.set(row.run_id, row);
  return new Map([...all].toSorted(([a], [b]) => (a < b ? 1 : -1)));
}
