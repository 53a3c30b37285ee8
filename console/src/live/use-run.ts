import { useEffect, useRef, useState } from "react";
import { z } from "zod";
import { RunEvent, type RunDetail, RunView } from "../../../src/contracts/api/run.ts";
import { isFields } from "../plan/shown-step.ts";
import { api, isAbort, setLink } from "./api.ts";
import { delay } from "./delay.ts";
import { type Query, useQuery } from "./use-query.ts";

export type LiveRun = {
  detail: Query<RunDetail>;
  /** From the stream, or as it was loaded. */
  run: RunView | undefined;
  entries: readonly RunEvent[];
  /** Whether the stream is open. */
  isLive: boolean;
};

/** Render interval while entries arrive. */
const renderMs = 120;

/** A run and its journal, followed until it ends. A broken stream resumes where it broke off. */
export function useRun(id: string): LiveRun {
  const detail = useQuery(["getRun", id], (signal) => api.getRun({ params: { id }, signal }));
  const [received, setReceived] = useState<{ run?: RunView; entries: readonly RunEvent[] }>({ entries: [] });
  const [isLive, setIsLive] = useState(true);
  const latest = useRef(detail);
  latest.current = detail;
  useEffect(() => {
    const stop = new AbortController();
    const entries: RunEvent[] = [];
    let run: RunView | undefined;
    let drawn: ReturnType<typeof setTimeout> | undefined;
    const draw = (): void => {
      drawn ??= setTimeout(() => {
        drawn = undefined;
        setReceived({ entries: [...entries], ...(run !== undefined && { run }) });
      }, renderMs);
    };
    const follower: Follower = {
      id,
      signal: stop.signal,
      onEntry: (entry) => {
        entries.push(entry);
        draw();
      },
      onGap: () => entries.splice(0),
      onRun: (now) => {
        run = now;
        draw();
        // Nothing to fetch if the loaded run has the same status.
        if (latest.current.value?.run.status !== now.status) latest.current.reload();
      },
    };
    setIsLive(true);
    follow(follower)
      .catch(() => undefined)
      .finally(() => stop.signal.aborted || setIsLive(false));
    return () => {
      stop.abort();
      clearTimeout(drawn);
    };
  }, [id]);
  return { detail, run: received.run ?? detail.value?.run, entries: received.entries, isLive };
}

/** A fact is validated only where it is shown, because a journal may have thousands. */
const Entry = RunEvent.extend({ fact: z.custom<RunEvent["fact"]>(isFields) });

type Follower = {
  id: string;
  signal: AbortSignal;
  onEntry: (entry: RunEvent) => void;
  onGap: () => void;
  onRun: (run: RunView) => void;
};

const maxBackoffMs = 4000;

/** Follows until the stream has ended or the run does not exist. */
async function follow(follower: Follower): Promise<void> {
  let after: string | undefined;
  let backoffMs = 250;
  while (!follower.signal.aborted) {
    try {
      const call = { params: { id: follower.id }, signal: follower.signal, ...(after !== undefined && { after }) };
      for await (const { id, event, data } of api.runEvents(call)) {
        backoffMs = 250;
        after = id ?? after;
        if (event === "gap") follower.onGap();
        else if (event === "error") break;
        else if (event === "run" || event === "end") follower.onRun(RunView.parse(data));
        else follower.onEntry(Entry.parse(data));
        if (event === "end") return;
      }
    } catch (error) {
      if (isAbort(error)) return;
      if (isGone(error)) throw error;
      setLink("offline");
    }
    await delay(backoffMs, follower.signal);
    backoffMs = Math.min(backoffMs * 2, maxBackoffMs);
  }
}

function isGone(error: unknown): boolean {
  return z.object({ problem: z.object({ status: z.literal(404) }) }).safeParse(error).success;
}
