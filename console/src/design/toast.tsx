import { useEffect, useSyncExternalStore } from "react";

let text = "";
const listeners = new Set<() => void>();

/** Shows a short message, also to screen readers. */
export function toast(message: string): void {
  text = message;
  for (const listener of listeners) listener();
}

const shownMs = 5000;

export function Toasts() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => text,
  );
  useEffect(() => {
    const timer = setTimeout(() => toast(""), shownMs);
    return () => clearTimeout(timer);
  }, [shown]);
  return (
    <div className="toast" role="status">
      {shown}
    </div>
  );
}
