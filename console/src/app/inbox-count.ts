import { useSyncExternalStore } from "react";
import { api } from "../live/api.ts";
import { fallbackMs, onChanges } from "../live/changes.ts";

let count = 0;
const listeners = new Set<() => void>();
let stop = (): void => {};

/** The number of inbox items; one request serves all components that show it. */
export function useInboxCount(): number {
  return useSyncExternalStore(subscribe, () => count);
}

export function recountInbox(): void {
  if (document.visibilityState === "hidden") return;
  countNow().then(
    (now) => {
      if (now === count) return;
      count = now;
      for (const listener of listeners) listener();
    },
    () => undefined,
  );
}

async function countNow(): Promise<number> {
  const [{ escalations }, { drafts }] = await Promise.all([
    api.listEscalations(),
    api.listDrafts({ query: { status: "DRAFT", limit: 100 } }),
  ]);
  return escalations.length + drafts.length;
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    recountInbox();
    const timer = setInterval(recountInbox, fallbackMs);
    const leave = onChanges(["draft", "escalation"], recountInbox);
    stop = () => {
      clearInterval(timer);
      leave();
    };
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) stop();
  };
}
