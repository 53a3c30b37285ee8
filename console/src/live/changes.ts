import { ProblemError } from "../../../src/client/index.ts";
import { Change, ChangeKind } from "../../../src/contracts/api/changes.ts";
import { api, isAbort, setLink } from "./api.ts";
import { delay } from "./delay.ts";
import { refetchKinds } from "./use-query.ts";

let following: AbortController | undefined;
/** The id of the last event. */
let last: string | undefined;

/** Follows the server's changes while the page is visible and refetches what they concern. */
export function followChanges(): () => void {
  document.addEventListener("visibilitychange", onVisibility);
  onVisibility();
  return () => {
    document.removeEventListener("visibilitychange", onVisibility);
    following?.abort();
    following = undefined;
  };
}

/** A browser has few connections to a server, so a hidden tab closes its stream. */
function onVisibility(): void {
  if (document.visibilityState === "hidden") {
    following?.abort();
    following = undefined;
  } else if (following === undefined) {
    following = new AbortController();
    void follow(following.signal);
  }
}

const minBackoffMs = 250;
const maxBackoffMs = 4000;

/** Follows the stream and resumes it where it broke off. */
async function follow(signal: AbortSignal): Promise<void> {
  let backoffMs = minBackoffMs;
  while (!signal.aborted) {
    try {
      for await (const { id, event, data } of api.watchChanges({
        signal,
        ...(last !== undefined && { after: last }),
      })) {
        if (event === "error") break;
        backoffMs = minBackoffMs;
        if (event === "change") queueChanges([Change.parse(data).kind]);
        // Data read before the stream started may be stale.
        else if (event === "gap" || last === undefined) queueChanges(ChangeKind.options);
        last = id ?? last;
      }
    } catch (error) {
      if (isAbort(error)) return;
      // A problem response means that the server is reachable.
      if (!(error instanceof ProblemError)) setLink("offline");
    }
    await delay(backoffMs, signal);
    backoffMs = Math.min(backoffMs * 2, maxBackoffMs);
  }
}

/** Changes come in bursts: they are batched and throttled. */
const batchMs = 50;
const throttleMs = 400;
const pending = new Set<ChangeKind>();
let notifiedAt = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

function queueChanges(kinds: readonly ChangeKind[]): void {
  for (const kind of kinds) pending.add(kind);
  timer ??= setTimeout(
    () => {
      const now = new Set(pending);
      pending.clear();
      timer = undefined;
      notifiedAt = Date.now();
      refetchKinds(now);
    },
    Math.max(batchMs, notifiedAt + throttleMs - Date.now()),
  );
}
