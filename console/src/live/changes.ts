import { useEffect } from "react";
import { ProblemError } from "../../../src/client/index.ts";
import { Change, ChangeKind } from "../../../src/contracts/api/changes.ts";
import { api, isAbort, setLink } from "./api.ts";
import { delay } from "./delay.ts";

/** How often to look all the same: another process of the server may have made a change, which this stream does not tell. */
export const fallbackMs = 15_000;

type Listener = { kinds: readonly ChangeKind[]; call: () => void };

const listeners = new Set<Listener>();

/** Calls when something of these kinds has changed, and when that may be. One stream serves the whole page. */
export function useChanges(kinds: readonly ChangeKind[] | undefined, call: () => void): void {
  const names = kinds?.join(" ");
  useEffect(() => (kinds === undefined ? undefined : onChanges(kinds, call)), [names, call]);
}

export function onChanges(kinds: readonly ChangeKind[], call: () => void): () => void {
  const listener = { kinds, call };
  listeners.add(listener);
  if (listeners.size === 1) open();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) close();
  };
}

let following: AbortController | undefined;
/** The id of the last thing told. */
let last: string | undefined;

function open(): void {
  document.addEventListener("visibilitychange", look);
  look();
}

function close(): void {
  document.removeEventListener("visibilitychange", look);
  following?.abort();
  following = undefined;
}

/** A browser has few connections to a server: a tab that nobody styles at leaves its own to the others. */
function look(): void {
  if (document.visibilityState === "hidden") {
    following?.abort();
    following = undefined;
  } else if (following === undefined) {
    following = new AbortController();
    void follow(following.signal);
  }
}

const shortestRestMs = 250;
const longestRestMs = 4000;

/** A broken stream is taken up where it broke. */
async function follow(signal: AbortSignal): Promise<void> {
  let restMs = shortestRestMs;
  while (!signal.aborted) {
    try {
      for await (const { id, event, data } of api.watchChanges({
        signal,
        ...(last !== undefined && { after: last }),
      })) {
        if (event === "error") break;
        restMs = shortestRestMs;
        if (event === "change") hear([Change.parse(data).kind]);
        // What was read before the stream began may be old by now.
        else if (event === "gap" || last === undefined) hear(ChangeKind.options);
        last = id ?? last;
      }
    } catch (error) {
      if (isAbort(error)) return;
      // A problem is an answer: somebody is there.
      if (!(error instanceof ProblemError)) setLink("offline");
    }
    await delay(restMs, signal);
    restMs = Math.min(restMs * 2, longestRestMs);
  }
}

/** Changes come in swarms: those of a moment are told together, and not more often than a page can read. */
const gatherMs = 50;
const betweenMs = 400;
const gathered = new Set<ChangeKind>();
let told = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

function hear(kinds: readonly ChangeKind[]): void {
  for (const kind of kinds) gathered.add(kind);
  timer ??= setTimeout(tell, Math.max(gatherMs, told + betweenMs - Date.now()));
}

function tell(): void {
  const now = new Set(gathered);
  gathered.clear();
  timer = undefined;
  told = Date.now();
  for (const { kinds, call } of listeners) if (kinds.some((kind) => now.has(kind))) call();
}
