/** A signal for one waiter. A notification sent while nobody waits is kept for the next `wait`. */
export type AsyncEvent = { notify: () => void; wait: () => Promise<void> };

export function createAsyncEvent(): AsyncEvent {
  let isSet = false;
  let wake: (() => void) | undefined;
  return {
    notify() {
      isSet = true;
      wake?.();
    },
    async wait() {
      if (!isSet) await new Promise<void>((resolve) => (wake = resolve));
      wake = undefined;
      isSet = false;
    },
  };
}
