/** Rung by whatever happens, waited for by one. Rings while nobody waits are not lost. */
export type AsyncEvent = { notify: () => void; wait: () => Promise<void> };

export function createAsyncEvent(): AsyncEvent {
  let isRung = false;
  let wake: (() => void) | undefined;
  return {
    notify() {
      isRung = true;
      wake?.();
    },
    async wait() {
      if (!isRung) await new Promise<void>((resolve) => (wake = resolve));
      wake = undefined;
      isRung = false;
    },
  };
}
